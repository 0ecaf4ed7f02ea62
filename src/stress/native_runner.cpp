// NativeRunner: threads, barriers between rounds, and the counters that they read.
#include "stress/native_runner.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "base/stopwatch.hpp"
#include "runtime/hooks/export.hpp"
#include "stress/patience.hpp"
#include "stress/shaker.hpp"
#include "stress/stamp.hpp"

namespace linnet {

namespace {

constexpr std::size_t kCacheLine = 64;

// Where the current operation of this thread leaves its result.
thread_local linnet_word result_of_thread = 0;

// One part of the scenario in one batch: what its thread writes, and the one cache line of it that the others
// read.
struct alignas(kCacheLine) Part {
  std::atomic<std::uint32_t> returned{0};  // calls, in the whole batch
  alignas(kCacheLine) std::atomic<std::uint32_t> rounds{0};
  std::atomic<bool> begun{false};
  std::uint32_t first_call = 0, calls = 0;
  // By round and call.
  std::vector<linnet_word> results;
  std::vector<std::uint32_t> before;  // and by thread
  std::vector<std::uint64_t> times;   // two of each

  void prepare(const NativeBatch& batch, std::size_t threads) {
    returned.store(0, std::memory_order_relaxed);
    rounds.store(0, std::memory_order_relaxed);
    begun.store(false, std::memory_order_relaxed);
    const std::size_t all = batch.rounds * calls;
    results.resize(all);
    before.resize(batch.clock == NativeClock::counters ? all * threads : 0);
    times.resize(batch.clock == NativeClock::tsc ? all * 2 : 0);
  }
};

struct alignas(kCacheLine) Arrivals {
  std::atomic<std::uint32_t> count{0};
};

}  // namespace

LINNET_EXPORT void linnet_operation_returned(linnet_word result) {
  result_of_thread = result;
}

struct NativeRunner::State {
  State(const runtime::ProgramTest& object_test, const Scenario& of)
      : test(object_test), scenario(of), parts(of.part_ends.size()) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      parts[p].first_call = scenario.part_begin(p);
      parts[p].calls = scenario.part_ends[p] - parts[p].first_call;
    }
  }

  std::size_t threads() const { return parts.size() - 2; }

  // The last part is `final`, the first `init`: no other thread runs then, and they read no counters.
  template <NativeClock clock>
  void run_round(std::size_t number, std::size_t round) {
    Part& part = parts[number];
    const std::size_t all_threads = threads();
    const bool alone = number == 0 || number > all_threads;
    void* const object = objects[round];
    for (std::uint32_t i = 0; i < part.calls; ++i) {
      const PlannedCall& planned = scenario.calls[part.first_call + i];
      const linnet_operation& operation = test.operations[planned.operation];
      const std::size_t place = round * part.calls + i;
      if constexpr (clock == NativeClock::counters) {
        std::uint32_t* const seen = part.before.data() + place * all_threads;
        for (std::size_t t = 0; t < all_threads && !alone; ++t) {
          if (t + 1 != number) seen[t] = parts[t + 1].returned.load(std::memory_order_acquire);
        }
      }
      if constexpr (clock == NativeClock::tsc) part.times[2 * place] = stamp();
      operation.invoke(operation.context, object, planned.arguments.data());
      if constexpr (clock == NativeClock::tsc) part.times[2 * place + 1] = stamp();
      if constexpr (clock != NativeClock::none) {
        part.results[place] = result_of_thread;
        part.returned.store(static_cast<std::uint32_t>(place + 1), std::memory_order_release);
      }
    }
    part.rounds.store(static_cast<std::uint32_t>(round + 1), std::memory_order_relaxed);
  }

  void wait_for_others(std::size_t round) {
    constexpr int kSpins = 300, kYields = 100;
    std::atomic<std::uint32_t>& count = arrivals[round].count;
    count.fetch_add(1, std::memory_order_relaxed);
    for (int i = 0; i < kSpins + kYields && count.load(std::memory_order_relaxed) < threads(); ++i) {
      i < kSpins ? _mm_pause() : static_cast<void>(sched_yield());
    }
  }

  template <NativeClock clock>
  void run_rounds(std::size_t number) {
    parts[number].begun.store(true, std::memory_order_relaxed);
    for (std::size_t round = 0; round < batch.rounds; ++round) {
      if (batch.in_step && number >= 1 && number <= threads()) wait_for_others(round);
      run_round<clock>(number, round);
    }
  }

  void run_part(std::size_t number) {
    switch (batch.clock) {
      case NativeClock::counters: return run_rounds<NativeClock::counters>(number);
      case NativeClock::tsc: return run_rounds<NativeClock::tsc>(number);
      case NativeClock::none: return run_rounds<NativeClock::none>(number);
    }
  }

  // The work of the first thread in a batch.
  void run_batch() {
    const linnet_object& maker = test.objects.front();
    objects.resize(batch.rounds);
    for (void*& object : objects) object = maker.make(maker.context);
    run_part(0);
    const Stopwatch since_start;
    release_threads();
    wait_for_threads();
    seconds = since_start.seconds();
    run_part(parts.size() - 1);
    for (void* const object : objects) maker.destroy(object);
  }

  void release_threads() {
    const std::scoped_lock lock(mutex);
    finished_threads = 0;
    ++released;
    changed.notify_all();
  }
  void wait_for_threads() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return finished_threads == threads(); });
  }

  void work_as_first() {
    for (std::unique_lock lock(mutex);;) {
      changed.wait(lock, [&] { return wanted || over; });
      if (over) return;
      lock.unlock();
      run_batch();
      lock.lock();
      wanted = false;
      changed.notify_all();
    }
  }

  void work(std::size_t number) {
    Shaker shaker;
    std::size_t seen = 0;
    for (std::unique_lock lock(mutex);;) {
      changed.wait(lock, [&] { return released != seen || over; });
      if (over) return;
      seen = released;
      lock.unlock();
      if (batch.shaken) shaker.start();
      run_part(number);
      if (batch.shaken) shaker.stop();
      lock.lock();
      if (++finished_threads == threads()) changed.notify_all();
    }
  }

  std::uint64_t progress() const {
    std::uint64_t sum = 0;
    for (const Part& part : parts) {
      sum += part.returned.load(std::memory_order_relaxed) + part.rounds.load(std::memory_order_relaxed);
    }
    return sum;
  }

  // The first round with a call that has not returned. REQUIRES: the last batch hung.
  std::size_t hung_round() const {
    std::size_t round = batch.rounds;
    for (const Part& part : parts) {
      if (!part.begun.load(std::memory_order_relaxed)) continue;
      round = std::min<std::size_t>(round, part.rounds.load(std::memory_order_relaxed));
    }
    return round;
  }

  // Reads a round of the last batch.
  void read(std::size_t round, NativeRecording& out) const {
    out.called.assign(parts.size(), 0);
    out.returned.assign(parts.size(), 0);
    out.results.assign(scenario.calls.size(), 0);
    out.before.assign(scenario.calls.size() * threads(), 0);
    out.times.assign(batch.clock == NativeClock::tsc ? 2 * out.results.size() : 0, 0);
    const auto in_round = [&](std::uint32_t returned, const Part& part) {
      const std::size_t earlier = round * part.calls;
      return static_cast<std::uint32_t>(
          returned <= earlier ? 0 : std::min<std::size_t>(returned - earlier, part.calls));
    };
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const Part& part = parts[p];
      const std::uint32_t returned = in_round(part.returned.load(std::memory_order_acquire), part);
      const bool in_it =
          part.begun.load(std::memory_order_relaxed) && part.rounds.load(std::memory_order_relaxed) == round;
      out.returned[p] = returned;
      out.called[p] = std::min(part.calls, returned + (in_it ? 1 : 0));
      for (std::uint32_t i = 0; i < returned; ++i) {
        const std::size_t call = part.first_call + i, place = round * part.calls + i;
        out.results[call] = part.results[place];
        for (std::size_t t = 0; t < threads() && !part.before.empty(); ++t) {
          out.before[call * threads() + t] = in_round(part.before[place * threads() + t], parts[t + 1]);
        }
        if (!part.times.empty()) std::copy_n(&part.times[2 * place], 2, &out.times[2 * call]);
      }
    }
  }

  const runtime::ProgramTest& test;
  const Scenario& scenario;
  std::vector<Part> parts;
  std::vector<std::thread> workers;

  NativeBatch batch;
  std::vector<void*> objects;
  std::vector<Arrivals> arrivals;
  double seconds = 0;

  std::mutex mutex;
  std::condition_variable changed;
  bool wanted = false, over = false, lost = false;
  std::size_t released = 0, finished_threads = 0;
};

NativeRunner::NativeRunner(const runtime::ProgramTest& test, const Scenario& scenario)
    : state_(std::make_shared<State>(test, scenario)) {
  state_->workers.emplace_back([state = state_] { state->work_as_first(); });
  for (std::size_t number = 1; number <= state_->threads(); ++number) {
    state_->workers.emplace_back([state = state_, number] { state->work(number); });
  }
}

NativeRunner::~NativeRunner() {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->over = true;
    state_->changed.notify_all();
  }
  for (std::thread& worker : state_->workers) state_->lost ? worker.detach() : worker.join();
}

BatchResult NativeRunner::run(const BatchOrder& order) {
  State& s = *state_;
  BatchResult result;
  const double start = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  {
    std::unique_lock lock(s.mutex);
    s.batch = order.batch;
    for (Part& part : s.parts) part.prepare(s.batch, s.threads());
    s.arrivals = std::vector<Arrivals>(s.batch.in_step ? s.batch.rounds : 0);
    s.wanted = true;
    s.changed.notify_all();
    s.lost = !wait_patiently(
        lock, s.changed, std::chrono::duration<double>(order.patience), [&] { return !s.wanted; },
        [&] { return s.progress(); }, [] {});
  }
  result.hung = s.lost;
  result.seconds = s.lost ? 0 : s.seconds;
  result.cpu_seconds = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
  if (s.batch.clock == NativeClock::none) return result;
  const std::size_t first = s.lost ? s.hung_round() : 0;
  const std::size_t end = s.lost ? first + 1 : s.batch.rounds;
  for (std::size_t round = first; round < end; ++round) s.read(round, result.recordings.emplace_back());
  return result;
}

}  // namespace linnet
