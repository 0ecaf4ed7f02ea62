// Runs a litmus program natively: real threads, atomics, fences, loops, choices, and calls that wait: mutexes, conditions, futexes, barriers
// and read-write locks. Its argument has the program in numbers, as tests/cli/random_litmus_test.cpp writes it; the numbers of kinds, orders,
// changes and calls are those of tests/graph/litmus.hpp. What was read, and what is left in memory at the end, is printed.
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <vector>

#include <linnet/choose.hpp>

namespace {

constexpr int kMostThreads = 3, kMostLocations = 4, kMostRegisters = 16;
enum Kind { load, store, update, fence, branch, choose, create, begin, join };
enum Call {
  none,
  inside,
  lock,
  unlock,
  wait,
  signal,
  broadcast,
  futex_wait,
  futex_wake,
  arrive,
  read_lock,
  write_lock,
  try_write_lock,
  rwlock_unlock
};
struct Instruction {
  int kind, order, failure_order, adds, location, result, operand, expected, waits, skipped, thread, call;
};

std::atomic<int> memory[kMostLocations];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier;
std::vector<Instruction> code[kMostThreads];
pthread_t ids[kMostThreads];
bool is_joined[kMostThreads];
struct Register {
  int value;
  bool is_set;
} registers[kMostThreads][kMostRegisters];

// Calls the function with the order as a constant: compilers take an order that is none for seq_cst.
template <class Function>
auto with_order(int order, Function function) {
  switch (order) {
    case 1: return function(std::integral_constant<std::memory_order, std::memory_order_relaxed>());
    case 2: return function(std::integral_constant<std::memory_order, std::memory_order_acquire>());
    case 3: return function(std::integral_constant<std::memory_order, std::memory_order_release>());
    case 4: return function(std::integral_constant<std::memory_order, std::memory_order_acq_rel>());
    default: return function(std::integral_constant<std::memory_order, std::memory_order_seq_cst>());
  }
}

int load_from(std::atomic<int>& from, int order) {
  if (order == 1) return from.load(std::memory_order_relaxed);
  if (order == 2) return from.load(std::memory_order_acquire);
  return from.load(std::memory_order_seq_cst);
}

void store_to(std::atomic<int>& to, int value, int order) {
  if (order == 1) return to.store(value, std::memory_order_relaxed);
  if (order == 3) return to.store(value, std::memory_order_release);
  to.store(value, std::memory_order_seq_cst);
}

int compare_exchange(std::atomic<int>& at, const Instruction& i) {
  int found = i.expected;
  with_order(i.order, [&](auto order) {
    if (i.failure_order == 1)
      return at.compare_exchange_strong(found, i.operand, order, std::memory_order_relaxed);
    if (i.failure_order == 2)
      return at.compare_exchange_strong(found, i.operand, order, std::memory_order_acquire);
    return at.compare_exchange_strong(found, i.operand, order, std::memory_order_seq_cst);
  });
  return found;
}

int read(std::atomic<int>& at, const Instruction& i) {
  if (i.kind == load) return load_from(at, i.order);
  if (i.adds) return with_order(i.order, [&](auto order) { return at.fetch_add(i.operand, order); });
  return compare_exchange(at, i);
}

int read_or_wait(const Instruction& i) {
  int found;
  do found = read(memory[i.location], i);
  while (i.waits && found != i.expected);
  return found;
}

long futex(const Instruction& i, int operation, int value) {
  return syscall(SYS_futex, &memory[i.location], operation, value, nullptr, nullptr, 0);
}

// What can be seen of a call is put into its register.
void perform_call(const Instruction& i, Register& result) {
  switch (i.call) {
    case lock: result = {pthread_mutex_lock(&mutex), true}; break;
    case unlock: pthread_mutex_unlock(&mutex); break;
    case wait: pthread_cond_wait(&condition, &mutex); break;
    case signal: pthread_cond_signal(&condition); break;
    case broadcast: pthread_cond_broadcast(&condition); break;
    case futex_wait: result = {futex(i, FUTEX_WAIT_PRIVATE, i.expected) != 0, true}; break;
    case futex_wake: futex(i, FUTEX_WAKE_PRIVATE, i.operand); break;
    case arrive: result = {pthread_barrier_wait(&barrier) != 0, true}; break;
    case read_lock: pthread_rwlock_rdlock(&rwlock); break;
    case write_lock: pthread_rwlock_wrlock(&rwlock); break;
    case try_write_lock: result = {pthread_rwlock_trywrlock(&rwlock) != 0, true}; break;
    case rwlock_unlock: pthread_rwlock_unlock(&rwlock); break;
    default: break;
  }
}

void* run(void* argument) {
  const auto self = static_cast<int>(reinterpret_cast<std::intptr_t>(argument));
  Register* const own = registers[self];
  for (std::size_t next = 0; next < code[self].size(); ++next) {
    const Instruction& i = code[self][next];
    if (i.call != none) {
      perform_call(i, own[i.result]);
      continue;
    }
    switch (i.kind) {
      case load:
      case update: own[i.result] = {read_or_wait(i), true}; break;
      case store: store_to(memory[i.location], i.operand, i.order); break;
      case fence: with_order(i.order, [](auto order) { std::atomic_thread_fence(order); }); break;
      case branch: next += own[i.result].value == i.expected ? 0 : static_cast<std::size_t>(i.skipped); break;
      case choose:
        own[i.result] = {static_cast<int>(linnet::choose(static_cast<unsigned>(i.operand))), true};
        break;
      case create:
        pthread_create(&ids[i.thread], nullptr, run, reinterpret_cast<void*>(std::intptr_t{i.thread}));
        break;
      case join:
        pthread_join(ids[i.thread], nullptr);
        is_joined[i.thread] = true;
        break;
      default: break;
    }
  }
  return nullptr;
}

}  // namespace

int main(int, char** arguments) {
  std::istringstream words(arguments[1]);
  int locations = 0, threads = 0;
  words >> locations >> threads;
  for (int t = 0; t < threads; ++t) {
    std::size_t length = 0;
    words >> length;
    code[t].resize(length);
    for (Instruction& i : code[t])
      words >> i.kind >> i.order >> i.failure_order >> i.adds >> i.location >> i.result >> i.operand >>
          i.expected >> i.waits >> i.skipped >> i.thread >> i.call;
    for (const Instruction& i : code[t]) {
      if (i.call == arrive) pthread_barrier_init(&barrier, nullptr, static_cast<unsigned>(i.expected));
    }
  }
  if (!words) return 2;
  // A first thread that creates the others is this one.
  const bool creates = code[0].front().kind == create;
  for (std::intptr_t t = 0; t < threads && !creates; ++t)
    pthread_create(&ids[t], nullptr, run, reinterpret_cast<void*>(t));
  if (creates) run(nullptr);
  for (int t = creates ? 1 : 0; t < threads; ++t) {
    if (!is_joined[t]) pthread_join(ids[t], nullptr);
  }
  for (int t = 0; t < threads; ++t) {
    for (int r = 0; r < kMostRegisters; ++r) {
      if (registers[t][r].is_set) std::printf("t%dr%d=%d ", t, r, registers[t][r].value);
    }
  }
  for (int x = 0; x < locations; ++x)
    std::printf("%sx%d=%d", x == 0 ? "" : " ", x, memory[x].load(std::memory_order_relaxed));
  std::printf("\n");
}
