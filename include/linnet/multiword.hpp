// A benchmark of multi-word primitives that records what it does, for `linnet check` to decide.
//
//   struct Words {                                             // the primitive under test: words that are all 0 at first
//     explicit Words(std::size_t locations);
//     std::uint64_t read(std::size_t location);                // any of these three
//     bool mwcas(const std::vector<std::size_t>& where,        // in ascending order
//                const std::vector<std::uint64_t>& expected, const std::vector<std::uint64_t>& desired);
//     std::vector<std::uint64_t> swap(const std::vector<std::size_t>& where, const std::vector<std::uint64_t>& values);
//   };
//   int main(int count, char** arguments) { return linnet::multiword::drive<Words>(count, arguments); }
//
//   c++ -std=c++20 -O2 -pthread words.cpp -o words && ./words --threads 4 --time 1 > log.jsonl && linnet check log.jsonl
//
// Every value written is a tag of its own, (thread, counter), and a mwcas expects what its thread has seen: so the log is
// one that the precedence graph decides (Assumptions 1 and 2 of Toward Linearizability Testing for Multi-Word Persistent
// Synchronization Primitives, OPODIS 2019). Calls and returns are stamped with the processor's time-stamp counter into
// memory of the thread's own; the log is written when all is over. Needs nothing but this file.
#pragma once

#include <ctime>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace linnet::multiword {

struct Options {
  std::size_t threads = 4;
  std::size_t words = 2;         // of each operation
  std::size_t locations = 16;    // in all
  unsigned reads = 50;           // per cent: how often a word is read before it is swapped
  double seconds = 1;            // how long
  std::uint64_t operations = 0;  // of each thread, at most; 0: as many as there is time for
  std::uint64_t seed = 1;
  bool record = true;
  bool overhead = false;  // measure what recording costs instead
};

namespace detail {

// What was done before one stamp is ordered before what was done after a later one.
inline std::uint64_t stamp() {
#if defined(__x86_64__)
  unsigned core = 0;
  const std::uint64_t time = __rdtscp(&core);
  _mm_lfence();
  return time;
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

template <class Words>
concept CanRead = requires(Words& w, std::size_t where) {
  static_cast<std::uint64_t>(w.read(where));
};
template <class Words>
concept CanMwcas = requires(Words& w, std::vector<std::size_t> where, std::vector<std::uint64_t> values) {
  static_cast<bool>(w.mwcas(where, values, values));
};
template <class Words>
concept CanSwap = requires(Words& w, std::vector<std::size_t> where, std::vector<std::uint64_t> values) {
  std::vector<std::uint64_t>(w.swap(where, values));
};

enum class Kind : std::uint64_t { read, mwcas, failed_mwcas, swap };

// What one thread did: numbers one after the other, in blocks. The first ones are there before it begins: getting memory
// from the system takes longer than writing to it.
class Tape {
 public:
  Tape() {
    for (std::size_t i = 0; i < kPrepared; ++i) blocks_.emplace_back(kBlock);
  }
  void add(std::uint64_t number) {
    if (size_ == blocks_.size() * kBlock) blocks_.emplace_back(kBlock);
    blocks_[size_ / kBlock][size_ % kBlock] = number;
    ++size_;
  }
  void add(const std::vector<std::uint64_t>& numbers) {
    for (const std::uint64_t n : numbers) add(n);
  }
  std::uint64_t at(std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16, kPrepared = 32;  // 16 MB
  std::vector<std::vector<std::uint64_t>> blocks_;
  std::size_t size_ = 0;
};

template <class Words>
class Client {
 public:
  Client(Words& object, const Options& options, std::size_t number)
      : object_(object),
        options_(options),
        number_(number),
        random_((options.seed * 128 + number + 1) * 0x9e3779b97f4a7c15u),
        known_(options.locations) {}

  void run(const std::atomic<bool>& stop) {
    const double start = processor_seconds();
    for (std::uint64_t n = 0; !stop.load(std::memory_order_relaxed); ++n) {
      if ((options_.operations != 0 && n >= options_.operations) || counter_ + options_.words > kMostTags)
        break;
      step();
    }
    seconds_ = processor_seconds() - start;
  }

  const Tape& tape() const { return tape_; }
  std::uint64_t operations() const { return operations_; }
  double seconds() const { return seconds_; }  // of processor time

 private:
  static constexpr std::uint64_t kMostTags = std::uint64_t{1} << 24;

  static double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  // xorshift: cheap next to what is measured.
  std::uint64_t random() {
    random_ ^= random_ << 13, random_ ^= random_ >> 7, random_ ^= random_ << 17;
    return random_;
  }

  // 7 bits for the thread and 24 for the counter: primitives that keep bits for themselves have room for that.
  std::uint64_t tag() { return (number_ + 1) << 24 | ++counter_; }

  void step() {
    where_.clear();
    while (where_.size() < options_.words) {
      const std::size_t location = random() % options_.locations;
      if (std::find(where_.begin(), where_.end(), location) == where_.end()) where_.push_back(location);
    }
    std::sort(where_.begin(), where_.end());
    if constexpr (CanRead<Words>) {
      for (const std::size_t location : where_) {
        if (random() % 100 < options_.reads) read(location);
      }
    }
    desired_.clear();
    for (std::size_t k = 0; k < where_.size(); ++k) desired_.push_back(tag());
    if constexpr (CanMwcas<Words> && CanSwap<Words>) {
      random() % 2 == 0 ? mwcas() : swap();
    } else if constexpr (CanMwcas<Words>) {
      mwcas();
    } else {
      swap();
    }
  }

  void read(std::size_t location) {
    const std::uint64_t call = now();
    const std::uint64_t value = static_cast<std::uint64_t>(object_.read(location));
    const std::uint64_t ret = now();
    known_[location] = value;
    ++operations_;
    if (!options_.record) return;
    begin(Kind::read, 1, call, ret);
    tape_.add(location), tape_.add(value);
  }

  void mwcas() {
    expected_.clear();
    for (const std::size_t location : where_) expected_.push_back(known_[location]);
    const std::uint64_t call = now();
    const bool success = object_.mwcas(where_, expected_, desired_);
    const std::uint64_t ret = now();
    if (success) learn();
    record(success ? Kind::mwcas : Kind::failed_mwcas, call, ret);
  }

  void swap() {
    const std::uint64_t call = now();
    expected_ = object_.swap(where_, desired_);
    const std::uint64_t ret = now();
    learn();
    record(Kind::swap, call, ret);
  }

  void learn() {
    for (std::size_t k = 0; k < where_.size(); ++k) known_[where_[k]] = desired_[k];
  }

  std::uint64_t now() const { return options_.record ? stamp() : 0; }
  void begin(Kind kind, std::size_t words, std::uint64_t call, std::uint64_t ret) {
    tape_.add(static_cast<std::uint64_t>(kind)), tape_.add(words), tape_.add(call), tape_.add(ret);
  }
  void record(Kind kind, std::uint64_t call, std::uint64_t ret) {
    ++operations_;
    if (!options_.record) return;
    begin(kind, where_.size(), call, ret);
    for (const std::size_t location : where_) tape_.add(location);
    tape_.add(expected_);
    tape_.add(desired_);
  }

  Words& object_;
  const Options& options_;
  const std::size_t number_;
  std::uint64_t random_, counter_ = 0, operations_ = 0;
  double seconds_ = 0;
  std::vector<std::uint64_t> known_;  // by location: what this thread saw there last
  std::vector<std::size_t> where_;
  std::vector<std::uint64_t> expected_, desired_;
  Tape tape_;
};

// The log: events in the order of their stamps. At the same instant calls come first, so that operations overlap.
class Log {
 public:
  void add(std::size_t thread, const Tape& tape) {
    for (std::size_t at = 0; at < tape.size();) {
      const bool is_read = tape.at(at) == static_cast<std::uint64_t>(Kind::read);
      events_.push_back({tape.at(at + 2), false, thread, &tape, at});
      events_.push_back({tape.at(at + 3), true, thread, &tape, at});
      at += 4 + (is_read ? 2 : 3 * tape.at(at + 1));
    }
  }

  void write(std::FILE* out) {
    std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
      return a.time != b.time ? a.time < b.time : a.is_return < b.is_return;
    });
    std::fputs("{\"linnet\":1,\"spec\":\"mwcas\"}\n", out);
    for (const Event& event : events_) event.is_return ? write_return(event, out) : write_call(event, out);
  }

 private:
  struct Event {
    std::uint64_t time;
    bool is_return;
    std::size_t thread;
    const Tape* tape;
    std::size_t at;  // where the operation begins there

    Kind kind() const { return static_cast<Kind>(tape->at(at)); }
    // Its i-th list of words: locations, what was there or expected, what was written.
    std::string list(std::size_t i) const {
      std::string text = "[";
      const std::size_t words = tape->at(at + 1);
      for (std::size_t k = 0; k < words; ++k) {
        text += (k == 0 ? "" : ",") + std::to_string(tape->at(at + 4 + i * words + k));
      }
      return text + "]";
    }
  };

  static void write_call(const Event& e, std::FILE* out) {
    const char* name = "mwcas";
    std::string arguments = e.list(0);
    switch (e.kind()) {
      case Kind::read: name = "read"; break;
      case Kind::swap: name = "swap", arguments += "," + e.list(2); break;
      case Kind::mwcas:
      case Kind::failed_mwcas: arguments += "," + e.list(1) + "," + e.list(2); break;
    }
    std::fprintf(out, "{\"type\":\"call\",\"thread\":%zu,\"op\":\"%s\",\"args\":[%s]}\n", e.thread, name,
                 arguments.c_str());
  }
  static void write_return(const Event& e, std::FILE* out) {
    std::string result;
    switch (e.kind()) {
      case Kind::read:
      case Kind::swap: result = e.list(1); break;
      case Kind::mwcas: result = "true"; break;
      case Kind::failed_mwcas: result = "false"; break;
    }
    std::fprintf(out, "{\"type\":\"return\",\"thread\":%zu,\"result\":%s}\n", e.thread, result.c_str());
  }

  std::vector<Event> events_;
};

struct Ran {
  std::uint64_t operations = 0;
  double seconds = 0;  // of processor time
};

// One run on a new object. Writes the log if there is a file for it.
template <class Words>
Ran run(const Options& options, std::FILE* out) {
  Words object(options.locations);
  std::atomic<bool> stop{false};
  std::vector<Client<Words>> clients;
  clients.reserve(options.threads);
  for (std::size_t t = 0; t < options.threads; ++t) clients.emplace_back(object, options, t);
  std::vector<std::thread> threads;
  for (Client<Words>& client : clients) threads.emplace_back([&] { client.run(stop); });
  timespec time{};
  time.tv_sec = static_cast<time_t>(options.seconds);
  time.tv_nsec = static_cast<long>((options.seconds - static_cast<double>(time.tv_sec)) * 1e9);
  if (options.operations == 0) nanosleep(&time, nullptr);
  if (options.operations == 0) stop = true;
  for (std::thread& t : threads) t.join();
  Ran ran;
  Log log;
  for (std::size_t t = 0; t < clients.size(); ++t) {
    ran.operations += clients[t].operations();
    ran.seconds += clients[t].seconds();
    if (out != nullptr) log.add(t, clients[t].tape());
  }
  if (out != nullptr) log.write(out);
  return ran;
}

// Short runs with and without recording, in turn; medians, since a thread that lost its processor makes a run long.
template <class Words>
int measure_overhead(Options options) {
  constexpr int kPairs = 15;
  options.seconds /= 2 * kPairs;
  std::vector<double> with, without;
  for (int i = 0; i < 2 * kPairs; ++i) {
    options.record = i % 2 == 0;
    const Ran ran = run<Words>(options, nullptr);
    (options.record ? with : without)
        .push_back(1e9 * ran.seconds / static_cast<double>(std::max<std::uint64_t>(1, ran.operations)));
  }
  std::sort(with.begin(), with.end());
  std::sort(without.begin(), without.end());
  const double a = with[kPairs / 2], b = without[kPairs / 2];
  std::printf("%.0f ns per operation recorded, %.0f not: %+.0f %%\n", a, b, 100 * (a / b - 1));
  return 0;
}

inline int usage(const char* program) {
  std::fprintf(stderr,
               "usage: %s [--threads N] [--words N] [--locations N] [--reads PERCENT] [--time SECONDS]\n"
               "          [--operations N] [--seed N] [--overhead]\n"
               "Writes a log of JSON Lines to standard output, for linnet check.\n",
               program);
  return 2;
}

// Whether all words were understood.
inline bool parse(int count, char** arguments, Options& o) {
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--overhead") {
      o.overhead = true;
      continue;
    }
    if (++i >= count) return false;
    char* end = nullptr;
    const double value = std::strtod(arguments[i], &end);
    if (end == arguments[i] || *end != '\0' || value < 0) return false;
    const auto whole = static_cast<std::uint64_t>(value);
    if (name == "--threads")
      o.threads = whole;
    else if (name == "--words")
      o.words = whole;
    else if (name == "--locations")
      o.locations = whole;
    else if (name == "--reads")
      o.reads = static_cast<unsigned>(whole);
    else if (name == "--time")
      o.seconds = value;
    else if (name == "--operations")
      o.operations = whole;
    else if (name == "--seed")
      o.seed = whole;
    else
      return false;
  }
  return o.threads >= 1 && o.threads <= 100 && o.words >= 1 && o.words <= o.locations;
}

}  // namespace detail

// The main of a benchmark. Returns its exit status.
template <class Words>
int drive(int count, char** arguments) {
  static_assert(detail::CanMwcas<Words> || detail::CanSwap<Words>, "expected a mwcas or a swap: see above");
  Options options;
  if (!detail::parse(count, arguments, options)) return detail::usage(arguments[0]);
  if (options.overhead) return detail::measure_overhead<Words>(options);
  const detail::Ran ran = detail::run<Words>(options, stdout);
  std::fprintf(stderr, "%llu operations\n", static_cast<unsigned long long>(ran.operations));
  return std::fflush(stdout) == 0 ? 0 : 2;
}

}  // namespace linnet::multiword
