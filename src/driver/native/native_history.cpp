// Precedence comes from what each call saw of the other threads, or from times.
#include "driver/native/native_history.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>

#include "history/model/history_builder.hpp"

namespace linnet {

namespace {

// The recording by part and place in it.
class Rows {
 public:
  Rows(NativeRecording& recording, const Scenario& scenario)
      : recording_(recording), scenario_(scenario), threads_(scenario.part_ends.size() - 2) {}

  std::size_t threads() const { return threads_; }
  std::uint32_t called(std::size_t thread) const { return recording_.called[thread + 1]; }
  std::size_t call(std::size_t thread, std::uint32_t i) const { return scenario_.part_begin(thread + 1) + i; }
  std::span<std::uint32_t> before(std::size_t thread, std::uint32_t i) const {
    return std::span(recording_.before).subspan(call(thread, i) * threads_, threads_);
  }
  std::uint64_t called_at(std::size_t thread, std::uint32_t i) const {
    return recording_.times[2 * call(thread, i)];
  }
  std::uint64_t returned_at(std::size_t thread, std::uint32_t i) const {
    return recording_.times[2 * call(thread, i) + 1];
  }
  std::uint32_t returned(std::size_t thread) const { return recording_.returned[thread + 1]; }

 private:
  NativeRecording& recording_;
  const Scenario& scenario_;
  std::size_t threads_;
};

// The times of both threads grow, so one walk along the two is enough.
void order_by_times(const Rows& rows) {
  for (std::size_t t = 0; t < rows.threads(); ++t) {
    for (std::size_t other = 0; other < rows.threads(); ++other) {
      std::uint32_t before = 0;
      for (std::uint32_t i = 0; i < rows.returned(t); ++i) {
        while (before < rows.returned(other) && rows.returned_at(other, before) < rows.called_at(t, i))
          ++before;
        rows.before(t, i)[other] = before;
      }
    }
  }
}

void join(std::span<std::uint32_t> into, std::span<const std::uint32_t> from) {
  for (std::size_t t = 0; t < into.size(); ++t) into[t] = std::max(into[t], from[t]);
}

}  // namespace

// Visits calls in an order in which the calls that were seen come first, so that each needs to look back only
// one step.
void close_order(NativeRecording& recording, const Scenario& scenario) {
  const Rows rows(recording, scenario);
  if (!recording.times.empty()) order_by_times(rows);
  std::vector<std::uint32_t> done(rows.threads(), 0), direct;
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t t = 0; t < rows.threads(); ++t) {
      for (; done[t] < rows.called(t); ++done[t], progress = true) {
        const std::span<std::uint32_t> before = rows.before(t, done[t]);
        before[t] = done[t];
        if (!std::ranges::equal(before, done, std::less_equal())) break;
        direct.assign(before.begin(), before.end());
        for (std::size_t u = 0; u < rows.threads(); ++u) {
          if (direct[u] > 0) join(before, rows.before(u, direct[u] - 1));
        }
      }
    }
  }
}

namespace {

// The place of an operation among the others.
class Places {
 public:
  Places(const NativeRecording& recording, const Scenario& scenario)
      : recording_(recording), scenario_(scenario), threads_(scenario.part_ends.size() - 2) {}

  void put(std::size_t part, std::uint32_t i, HistoryBuilder::Timed& operation) {
    const std::uint32_t number = scenario_.part_begin(part) + i;
    if (recording_.times.empty()) {
      operation.id = number;
      operation.after = after(part, i);
    } else if (operation.result) {
      operation.call = time(2 * number);
      operation.ret = time(2 * number + 1);
    } else {
      operation.call = i == 0 ? 0 : time(2 * number - 1);  // not known, but after the last return
    }
  }

 private:
  std::int64_t time(std::size_t i) const { return static_cast<std::int64_t>(recording_.times[i]); }

  std::span<const std::int64_t> after(std::size_t part, std::uint32_t i) {
    after_.clear();
    if (part == scenario_.final_part()) {
      for (std::size_t p = 0; p < part && i == 0; ++p) add(p, recording_.called[p]);
    } else if (part > 0) {
      if (i == 0) add(0, recording_.called[0]);
      const std::size_t row = (scenario_.part_begin(part) + i) * threads_;
      for (std::size_t t = 0; t < threads_; ++t) {
        if (t + 1 != part) add(t + 1, recording_.before[row + t]);
      }
    }
    return after_;
  }

  void add(std::size_t part, std::uint32_t count) {
    if (count > 0) after_.push_back(scenario_.part_begin(part) + count - 1);
  }

  const NativeRecording& recording_;
  const Scenario& scenario_;
  std::size_t threads_;
  std::vector<std::int64_t> after_;
};

}  // namespace

History history_of(const NativeRecording& recording, const Scenario& scenario, const ObjectTest& test) {
  HistoryBuilder builder(test.name);
  Places places(recording, scenario);
  const ObjectId object = builder.object(Value());
  std::vector<Value> arguments;
  for (std::size_t part = 0; part < scenario.part_ends.size(); ++part) {
    const ThreadId thread = builder.thread(part == scenario.final_part() ? Value(0) : Value(part));
    for (std::uint32_t i = 0; i < recording.called[part]; ++i) {
      const std::uint32_t number = scenario.part_begin(part) + i;
      const PlannedCall& call = scenario.calls[number];
      arguments.clear();
      for (const linnet_word word : call.arguments) arguments.push_back(std::bit_cast<Value>(word));
      HistoryBuilder::Timed operation;
      operation.thread = thread;
      operation.method = builder.method(test.operations[call.operation].name);
      operation.args = arguments;
      operation.object = object;
      if (i < recording.returned[part]) operation.result = std::bit_cast<Value>(recording.results[number]);
      places.put(part, i, operation);
      builder.operation(operation);
    }
  }
  return builder.finish();
}

}  // namespace linnet
