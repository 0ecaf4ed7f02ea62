// generate_mwcas THREADS WORDS LOCATIONS EVENTS [SEED]: writes a linearizable history of multi-word reads and
// compare-and-swaps as JSON Lines, as a benchmark of such a primitive would record it.
//
// As in generate_history, a random thread advances by one phase (call, take effect, return) at a time. Every
// value written is a unique tag (thread, counter), and a mwcas expects what its thread has last read or
// written, or the initial value: Assumptions 1 and 2 of OPODIS'19. If another thread was faster, it fails and
// returns a location. Each operation has WORDS of the LOCATIONS; a third are reads. The history ends when all
// have returned.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using Random = std::mt19937_64;

struct Operation {
  bool is_read = false;
  std::vector<std::uint64_t> locations, expected, desired, seen;
  std::size_t failed_at = 0;  // the number of words: it did not fail
};

struct Thread {
  enum class Phase { idle, called, effective } phase = Phase::idle;
  Operation op;
  std::vector<std::uint64_t> known;  // by location: what it last read or wrote there
  std::uint64_t counter = 0;
};

class Benchmark {
 public:
  Benchmark(std::size_t threads, std::size_t words, std::size_t locations, std::uint64_t seed)
      : words_(words), memory_(locations), threads_(threads), random_(seed) {
    for (Thread& t : threads_) t.known.resize(locations);
  }
  ~Benchmark() { flush(); }

  void run(std::uint64_t events) {
    add("{{\"linnet\":1,\"spec\":\"mwcas\"}}\n");
    std::uint64_t to_call = events / 2, running = 0;
    while (to_call > 0 || running > 0) {
      const std::size_t i = random_() % threads_.size();
      Thread& t = threads_[i];
      switch (t.phase) {
        case Thread::Phase::idle:
          if (to_call == 0) continue;
          --to_call, ++running;
          call(i);
          t.phase = Thread::Phase::called;
          break;
        case Thread::Phase::called:
          take_effect(t);
          t.phase = Thread::Phase::effective;
          break;
        case Thread::Phase::effective:
          --running;
          ret(i);
          t.phase = Thread::Phase::idle;
          break;
      }
    }
  }

 private:
  // Reads are of the words of the thread's next mwcas: such programs continue like this after a failure.
  void call(std::size_t i) {
    Thread& t = threads_[i];
    Operation& op = t.op;
    op.is_read = random_() % 3 == 0;
    if (op.is_read || op.locations.empty() || op.failed_at == words_) choose_locations(op.locations);
    op.expected.clear(), op.desired.clear();
    for (const std::uint64_t location : op.locations) {
      op.expected.push_back(t.known[location]);
      op.desired.push_back((static_cast<std::uint64_t>(i) + 1) << 32 | ++t.counter);
    }
    add("{{\"type\":\"call\",\"thread\":{},\"op\":\"{}\",\"args\":[[{}]", i, op.is_read ? "read" : "mwcas",
        fmt::join(op.locations, ","));
    if (!op.is_read) add(",[{}],[{}]", fmt::join(op.expected, ","), fmt::join(op.desired, ","));
    add("]}}\n");
  }

  void choose_locations(std::vector<std::uint64_t>& locations) {
    locations.clear();
    while (locations.size() < words_) {
      const std::uint64_t location = random_() % memory_.size();
      if (std::find(locations.begin(), locations.end(), location) == locations.end())
        locations.push_back(location);
    }
  }

  void take_effect(Thread& t) {
    Operation& op = t.op;
    op.seen.clear();
    for (const std::uint64_t location : op.locations) op.seen.push_back(memory_[location]);
    op.failed_at = words_;
    if (op.is_read) return;
    for (std::size_t k = words_; k-- > 0;) {
      if (op.seen[k] != op.expected[k]) op.failed_at = k;
    }
    if (op.failed_at != words_) return;
    for (std::size_t k = 0; k < words_; ++k) memory_[op.locations[k]] = op.desired[k];
  }

  void ret(std::size_t i) {
    Thread& t = threads_[i];
    Operation& op = t.op;
    add("{{\"type\":\"return\",\"thread\":{},\"result\":", i);
    if (op.is_read) {
      add("[{}]}}\n", fmt::join(op.seen, ","));
      learn(t, op.seen);
      op.failed_at = 0;  // the same locations again
    } else if (op.failed_at == words_) {
      add("true}}\n");
      learn(t, op.desired);
    } else {
      add("{}}}\n", op.locations[op.failed_at]);
    }
  }
  static void learn(Thread& t, const std::vector<std::uint64_t>& values) {
    for (std::size_t k = 0; k < values.size(); ++k) t.known[t.op.locations[k]] = values[k];
  }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    if (out_.size() > (1u << 20)) flush();
  }
  void flush() {
    std::fwrite(out_.data(), 1, out_.size(), stdout);
    out_.clear();
  }

  std::size_t words_;
  std::vector<std::uint64_t> memory_;
  std::vector<Thread> threads_;
  Random random_;
  std::string out_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i) { return i < argc ? std::strtoull(argv[i], nullptr, 10) : 1; };
  if (argc < 5 || number(1) == 0 || number(2) == 0 || number(2) > number(3)) {
    fmt::print(stderr, "usage: generate_mwcas THREADS WORDS LOCATIONS EVENTS [SEED]\n");
    return 2;
  }
  Benchmark(number(1), number(2), number(3), number(5)).run(number(4));
}
