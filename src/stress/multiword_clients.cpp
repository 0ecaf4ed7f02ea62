// Chooses the next operation of each client, and runs rounds of all clients.
#include "stress/multiword_clients.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"
#include "stress/patience.hpp"
#include "stress/shaker.hpp"
#include "stress/stamp.hpp"

namespace linnet {

namespace {

// The operations of the test, by WordMethod; null: there is none.
struct Operations {
  std::array<const linnet_operation*, 3> called{};

  explicit Operations(const runtime::ProgramTest& of) {
    for (const WordMethod method : kWordMethods) {
      const auto found = std::ranges::find_if(of.operations, [&](const linnet_operation& operation) {
        return std::string_view(operation.name) == name_of(method);
      });
      if (found != of.operations.end()) called[static_cast<std::size_t>(method)] = &*found;
    }
  }
};

struct WordLoad : ClientLoad, Operations {
  WordLoad(const runtime::ProgramTest& of, const ClientLoad& load) : ClientLoad(load), Operations(of) {}
};

class alignas(64) MultiwordClient {
 public:
  MultiwordClient(const WordLoad& load, std::size_t number)
      : load_(load), number_(number), random_((load.seed * 128 + number + 1) * 0x9e3779b97f4a7c15u) {}

  void prepare() {
    called_.store(0, std::memory_order_relaxed);
    returned_.store(0, std::memory_order_relaxed);
    counter_ = 0;
    known_.assign(load_.locations, load_.initial);
    tape_.clear();
    choose_locations();
  }

  template <bool record>
  void run(void* object, const std::atomic<bool>& stop) {
    const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (std::uint64_t n = 0; n < load_.calls && counter_ + load_.words < kMostTags; ++n) {
      if (stop.load(std::memory_order_relaxed)) break;
      step<record>(object);
    }
    seconds_ = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
  }

  // A thread that hangs may still use the tape: this takes what it has written so far.
  WordTape take_tape() { return std::exchange(tape_, {}); }
  std::uint64_t called() const { return called_.load(std::memory_order_acquire); }
  std::uint64_t returned() const { return returned_.load(std::memory_order_acquire); }
  double seconds() const { return seconds_; }

 private:
  // 7 bits for the thread and 24 for the counter: primitives that keep bits for themselves have room for that.
  static constexpr std::uint64_t kMostTags = std::uint64_t{1} << 24;
  std::int64_t tag() { return static_cast<std::int64_t>((number_ + 1) << 24 | ++counter_); }

  // xorshift: cheap compared with what is measured.
  std::uint64_t random() {
    random_ ^= random_ << 13, random_ ^= random_ >> 7, random_ ^= random_ << 17;
    return random_;
  }

  WordMethod choose_method() {
    const auto& weights = load_.weights;
    std::uint64_t rest = random() % std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    for (const WordMethod method : kWordMethods) {
      const std::uint32_t weight = weights[static_cast<std::size_t>(method)];
      if (rest < weight) return method;
      rest -= weight;
    }
    return WordMethod::read;
  }

  // Chooses the locations of the next mwcas or swap, in ascending order, which some primitives require.
  void choose_locations() {
    where_.clear();
    while (where_.size() < load_.words) {
      const auto location = static_cast<std::int64_t>(random() % load_.locations);
      if (std::ranges::find(where_, location) == where_.end()) where_.push_back(location);
    }
    std::ranges::sort(where_);
  }

  // Reads the words of the next mwcas or swap, one after the other.
  template <bool record>
  void step(void* object) {
    if constexpr (!record) tape_.clear();
    const WordMethod method = choose_method();
    if (method == WordMethod::read) {
      const WordRecord call = tape_.add(method, 1);
      call.list(0)[0] = where_[reads_++ % where_.size()];
      return invoke<record>(object, call);
    }
    const WordRecord call = tape_.add(method, where_.size());
    std::ranges::copy(where_, call.list(0).begin());
    if (method == WordMethod::mwcas) expect_what_is_known(call.list(1));
    std::ranges::generate(call.list(lists_of(method) - 1), [&] { return tag(); });
    invoke<record>(object, call);
    choose_locations();
  }

  template <bool record>
  void invoke(void* object, WordRecord call) {
    const linnet_operation& operation = *load_.called[static_cast<std::size_t>(call.method())];
    if constexpr (record) {
      called_.store(called_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
      call.called_at() = static_cast<std::int64_t>(stamp());
    }
    const linnet_kind kind = operation.invoke_on_integers(operation.context, object, call.arguments().data(),
                                                          call.words(), call.result().data());
    if constexpr (record) call.returned_at() = static_cast<std::int64_t>(stamp());
    call.set_result_kind(kind);
    returned_.store(returned_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    learn(call, kind);
  }

  // Remembers the current values, as far as this thread has seen them.
  void learn(WordRecord call, linnet_kind kind) {
    switch (call.method()) {
      case WordMethod::read:
        if (kind == linnet_list) see(call.list(0), call.result());
        break;
      case WordMethod::mwcas:
        if (kind == linnet_list) see(call.list(0), call.result());
        if (kind == linnet_boolean && call.result()[0] != 0) see(call.list(0), call.list(2));
        break;
      case WordMethod::swap: see(call.list(0), call.list(1)); break;
    }
  }
  void see(std::span<const std::int64_t> where, std::span<const std::int64_t> values) {
    for (std::size_t k = 0; k < where.size(); ++k) known_[static_cast<std::size_t>(where[k])] = values[k];
  }
  void expect_what_is_known(std::span<std::int64_t> expected) const {
    for (std::size_t k = 0; k < where_.size(); ++k) expected[k] = known_[static_cast<std::size_t>(where_[k])];
  }

  const WordLoad& load_;
  const std::size_t number_;
  std::uint64_t random_, counter_ = 0, reads_ = 0;
  double seconds_ = 0;
  std::vector<std::int64_t> known_;  // by location: the value that this thread last saw there
  std::vector<std::int64_t> where_;
  WordTape tape_;
  alignas(64) std::atomic<std::uint64_t> called_{0}, returned_{0};
};

}  // namespace

struct MultiwordClients::State {
  State(const runtime::ProgramTest& test, const ClientLoad& of)
      : maker(test.objects.front()), load(test, of) {
    for (std::size_t t = 0; t < load.threads; ++t)
      clients.push_back(std::make_unique<MultiwordClient>(load, t));
  }

  // The work of one thread.
  void work(MultiwordClient& client, const ClientsOrder& round) {
    {
      Shaker shaker;
      arrived.fetch_add(1);
      while (arrived.load() < clients.size()) sched_yield();
      if (round.shaken) shaker.start();
      round.record ? client.run<true>(object, stop) : client.run<false>(object, stop);
      if (round.shaken) shaker.stop();
    }
    const std::scoped_lock lock(mutex);
    if (++finished == clients.size()) changed.notify_all();
  }

  std::uint64_t progress() const {
    std::uint64_t sum = 0;
    for (const auto& client : clients) sum += client->returned();
    return sum;
  }

  const linnet_object maker;
  const WordLoad load;
  std::vector<std::unique_ptr<MultiwordClient>> clients;

  void* object = nullptr;
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> arrived{0};
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t finished = 0;
};

MultiwordClients::MultiwordClients(const runtime::ProgramTest& test, const ClientLoad& load)
    : state_(std::make_shared<State>(test, load)) {}
MultiwordClients::~MultiwordClients() = default;

ClientsResult MultiwordClients::run(const ClientsOrder& order) {
  const Stopwatch since_start;
  State& s = *state_;
  s.object = s.maker.make(s.maker.context);
  s.stop = false, s.arrived = 0, s.finished = 0;
  std::vector<std::thread> threads;
  for (const auto& client : s.clients) {
    client->prepare();
    threads.emplace_back([state = state_, &client = *client, order] { state->work(client, order); });
  }
  bool done = false;
  {
    std::unique_lock lock(s.mutex);
    done = wait_patiently(
        lock, s.changed, std::chrono::duration<double>(order.patience),
        [&] { return s.finished == s.clients.size(); }, [&] { return s.progress(); },
        [&] {
          if (since_start.seconds() > order.seconds) s.stop = true;
        });
  }
  s.stop = true;
  for (std::thread& thread : threads) done ? thread.join() : thread.detach();
  if (done) s.maker.destroy(s.object);
  ClientsResult result{s.progress(), 0, !done, {}};
  for (const auto& client : s.clients) {
    result.seconds += done ? client->seconds() : 0;
    if (order.record) result.tapes.push_back({client->take_tape(), client->called(), client->returned()});
  }
  return result;
}

}  // namespace linnet
