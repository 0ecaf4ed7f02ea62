// The serial strategy on the object, or on its reference if there is one.
#include "worker/orders.hpp"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

#include "explore/serial.hpp"
#include "linnet/choose.hpp"
#include "runtime/object_test.hpp"
#include "runtime/run_program.hpp"
#include "worker/stop_signal.hpp"

namespace linnet::worker {

namespace {

using runtime::ProgramTest;

// An operation and what it may return instead, having done nothing.
struct MayFail {
  linnet_operation calls;
  std::vector<linnet_word> failures;
};

// In serial runs no other thread is in the way, so an operation that may fail does so whenever it likes.
void invoke_or_fail(const void* context, void* object, const linnet_word* arguments) {
  const auto& operation = *static_cast<const MayFail*>(context);
  const unsigned way = linnet::choose(1 + static_cast<unsigned>(operation.failures.size()));
  if (way == 0) {
    operation.calls.invoke(operation.calls.context, object, arguments);
  } else {
    linnet_operation_returned(operation.failures[way - 1]);
  }
}

// What is run serially, with the operations in the order of the object's. `linnet` has seen that the reference has them all.
class SerialSubject {
 public:
  explicit SerialSubject(const ProgramTest& test) : test_(test) {
    if (!test.references.empty()) use_reference(test);
    may_fail_.reserve(test_.operations.size());
    for (std::size_t i = 0; i < test_.operations.size(); ++i) {
      const std::vector<linnet_word>& failures = test.description.operations[i].failures;
      if (failures.empty()) continue;
      may_fail_.push_back({test_.operations[i], failures});
      test_.operations[i].context = &may_fail_.back();
      test_.operations[i].invoke = invoke_or_fail;
    }
  }
  SerialSubject(const SerialSubject&) = delete;
  SerialSubject& operator=(const SerialSubject&) = delete;

  const ProgramTest& test() const { return test_; }

 private:
  void use_reference(const ProgramTest& test) {
    test_.objects = test.references;
    for (linnet_operation& operation : test_.operations) {
      const auto same = std::ranges::find_if(test.reference_operations, [&](const linnet_operation& other) {
        return std::string_view(other.name) == operation.name && other.arity == operation.arity;
      });
      if (same != test.reference_operations.end()) operation = *same;
    }
  }

  ProgramTest test_;
  std::vector<MayFail> may_fail_;
};

bool came_to_its_end(const runtime::ExecutionEnding& ending) {
  const auto* completed = std::get_if<runtime::Completed>(&ending.what);
  return (completed != nullptr && completed->status == 0) ||
         std::holds_alternative<runtime::Deadlock>(ending.what);
}

class SerialRuns {
 public:
  SerialRuns(const SerialOrder& order, Connection& linnet) : order_(order), linnet_(linnet), stop_(linnet) {}

  void run() {
    const auto is_serial = [this](ThreadNumber thread) {
      return !some_excluded_ || order_.excluded[runtime::announced_call(thread)] == 0;
    };
    runtime::RuntimeOptions options = order_.setup.options;
    options.cuts = {};
    SerialStrategy strategy(is_serial, order_.settles,
                            options.states_are_compared ? [this] { return state_and_history(); }
                                                        : SerialStrategy::StateAndHistory());
    runtime::run_program(strategy, options, [&](const runtime::ExecutionReport& one) {
      ++end_.executions;
      if (strategy.blocked() || came_to_its_end(one.ending)) {
        note_recording();
      } else if (!strategy.redundant()) {
        FoundEnding found;
        found.ending = one.ending;
        linnet_.queue(Tell::found, std::move(found));
        return runtime::Next::stop;
      }
      return stop_.was_asked() ? runtime::Next::stop : runtime::Next::go_on;
    });
    linnet_.send(Tell::ended, end_);
  }

 private:
  // All of a recording that matters here: what is excluded is not judged.
  void add_history(Fingerprint& all) const {
    const Recording& recording = runtime::recording();
    for (const auto [kind, number] : recording.events) {
      if (order_.excluded[number] != 0) continue;
      all.add(number);
      if (kind == Recording::Event::Kind::ret) all.add(recording.results[number]);
    }
  }
  Fingerprint state_and_history() const {
    Fingerprint all = runtime::state_fingerprint();
    add_history(all);
    return all;
  }
  void note_recording() {
    constexpr std::size_t kBatch = 1 << 16;
    Fingerprint history;
    add_history(history);
    if (!seen_.insert(history).second) return;
    RecordedExecution recorded;
    recorded.recording = runtime::recording();
    linnet_.queue(Tell::recorded, std::move(recorded));
    if (linnet_.queued() > kBatch) linnet_.flush();
  }

  const SerialOrder& order_;
  Connection& linnet_;
  StopSignal stop_;
  bool some_excluded_ =
      std::ranges::any_of(order_.excluded, [](std::uint8_t excluded) { return excluded != 0; });
  absl::flat_hash_set<Fingerprint> seen_;
  ExplorationEnd end_;
};

}  // namespace

void run_serially(const SerialOrder& order, Connection& linnet) {
  choose(order.setup);
  const SerialSubject subject(runtime::declared_tests()[*order.setup.test]);
  runtime::choose_scenario(subject.test(), order.setup.scenario);
  SerialRuns(order, linnet).run();
}

}  // namespace linnet::worker
