// A program on a file-backed mapping that really is killed again and again:
//   killed FILE KILLS [flawed] > history.jsonl        and then        linnet check history.jsonl --promise strict
//
// The multi-word compare-and-swap of mwcas.hpp and the record of calls and returns are both in FILE, which is mapped and shared. A child
// process has threads that use it; the parent kills it at a random moment; the next child recovers and continues. The record survives
// as the words do. An event takes its place in the record by one atomic step: a call before the operation begins, a return after it
// has ended. An event that was not written completely did not happen: no operation depends on it.
//
// This shows whether the recovery is right. It does not show missing flushes: a killed process loses no cache line, since the kernel
// keeps them all. Use `linnet run` for those, which simulates the caches.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <thread>

#include "mwcas.hpp"

namespace {

constexpr int kThreads = 4, kLocations = 3;
constexpr std::size_t kMostEvents = 1'000'000;

template <class Descriptor>
using Pool = DescriptorPool<Descriptor, kThreads>;

struct Event {
  enum Kind : int { none, read, read_result, mwcas, mwcas_result, crash };
  std::atomic<int> kind{none};  // the last to be written
  int thread = 0;
  int where[2] = {}, expected[2] = {}, desired[2] = {};
  int result = 0;
};

// The contents of the file.
template <Flaw flaw>
struct World {
  PersistentMwcas<flaw, kLocations, Pool> words;
  std::atomic<int> last_value{0};
  std::atomic<std::size_t> events{0};
  Event record[kMostEvents];

  bool full() const { return events.load() + 100 > kMostEvents; }
  void note(Event::Kind kind, const Event& event) {
    Event& place = record[events.fetch_add(1)];
    place.thread = event.thread;
    for (int i : {0, 1}) {
      place.where[i] = event.where[i];
      place.expected[i] = event.expected[i];
      place.desired[i] = event.desired[i];
    }
    place.result = event.result;
    place.kind.store(kind);
  }
};

template <class World>
int read(World& world, int thread, int where) {
  Event event;
  event.thread = thread;
  event.where[0] = where;
  world.note(Event::read, event);
  event.result = world.words.read(where);
  world.note(Event::read_result, event);
  return event.result;
}

// Expects the values it has read, and writes values that no thread has written.
template <class World>
void work(World& world, int thread) {
  std::mt19937 random(static_cast<unsigned>(getpid() * kThreads + thread));
  while (!world.full()) {
    const int first = static_cast<int>(random() % (kLocations - 1));
    Event event;
    event.thread = thread;
    for (int i : {0, 1}) {
      event.where[i] = first + i;
      event.expected[i] = read(world, thread, first + i);
      event.desired[i] = ++world.last_value;
    }
    world.note(Event::mwcas, event);
    event.result = world.words.mwcas({first, first + 1}, {event.expected[0], event.expected[1]},
                                     {event.desired[0], event.desired[1]});
    world.note(Event::mwcas_result, event);
  }
}

template <class World>
[[noreturn]] void live(World& world, bool after_crash) {
  if (after_crash) {
    world.note(Event::crash, {});
    world.words.recover();
  }
  std::thread threads[kThreads];
  for (int t = 0; t < kThreads; ++t) threads[t] = std::thread([&world, t] { work(world, t); });
  for (std::thread& thread : threads) thread.join();
  pause();  // the record is full
  _exit(0);
}

template <class World>
void print(const World& world) {
  std::printf("{\"linnet\":1,\"spec\":\"mwcas\"}\n");
  for (std::size_t i = 0; i < world.events; ++i) {
    const Event& e = world.record[i];
    switch (static_cast<Event::Kind>(e.kind.load())) {
      case Event::none: break;
      case Event::crash: std::printf("{\"type\":\"crash\"}\n"); break;
      case Event::read:
        std::printf("{\"type\":\"call\",\"thread\":%d,\"op\":\"read\",\"args\":[[%d]]}\n", e.thread,
                    e.where[0]);
        break;
      case Event::mwcas:
        std::printf("{\"type\":\"call\",\"thread\":%d,\"op\":\"mwcas\",\"args\":[[%d,%d],[%d,%d],[%d,%d]]}\n",
                    e.thread, e.where[0], e.where[1], e.expected[0], e.expected[1], e.desired[0],
                    e.desired[1]);
        break;
      case Event::read_result:
        std::printf("{\"type\":\"return\",\"thread\":%d,\"result\":[%d]}\n", e.thread, e.result);
        break;
      case Event::mwcas_result:
        std::printf("{\"type\":\"return\",\"thread\":%d,\"result\":%s}\n", e.thread,
                    e.result != 0 ? "true" : "false");
        break;
    }
  }
}

template <Flaw flaw>
int run(int file, int kills) {
  using Shared = World<flaw>;
  if (ftruncate(file, 0) != 0 || ftruncate(file, sizeof(Shared)) != 0) return std::perror("killed"), 2;
  void* const place = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place == MAP_FAILED) return std::perror("killed"), 2;
  auto& world = *new (place) Shared;
  std::mt19937 random(std::random_device{}());
  for (int n = 0; n <= kills && !world.full(); ++n) {
    const pid_t child = fork();
    if (child == 0) live(world, n > 0);
    std::this_thread::sleep_for(std::chrono::microseconds(500 + random() % 2500));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  print(world);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int file = argc < 3 ? -1 : open(argv[1], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return std::fprintf(stderr, "usage: killed FILE KILLS [flawed] > HISTORY\n"), 2;
  const bool flawed = argc > 3 && std::strcmp(argv[3], "flawed") == 0;
  return flawed ? run<Flaw::decision_forgotten>(file, std::atoi(argv[2]))
                : run<Flaw::none>(file, std::atoi(argv[2]));
}
