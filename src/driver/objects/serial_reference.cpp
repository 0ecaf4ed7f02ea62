// Represents sequences of calls as states, and makes the serial runs that answer for them.
#include "driver/objects/serial_reference.hpp"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "driver/objects/serial_phase.hpp"

namespace linnet {

namespace {

using Outcome = StateSpace::Outcome;

struct Question {
  StateId state;
  MethodIndex operation;
  std::vector<linnet_word> arguments;
  bool operator==(const Question&) const = default;
  template <class H>
  friend H AbslHashValue(H h, const Question& q) {
    return H::combine(std::move(h), q.state, q.operation, q.arguments);
  }
};

// May be asked from any thread.
class ReferenceProcess {
 public:
  ReferenceProcess(ProgramUnderTest& program, const ObjectTest& test, const ExplorationRequest& request)
      : program_(program), test_(test), request_(request) {}

  std::vector<Outcome> outcomes(StateId from, const Call& call) {
    const std::lock_guard lock(mutex_);
    Question q{from, call.method, {}};
    for (const Value argument : call.args) q.arguments.push_back(argument.bits());
    auto known = answers_.find(q);
    if (known == answers_.end()) known = answers_.emplace(q, ask(q)).first;
    return known->second;
  }

  std::string describe(StateId state) {
    const std::lock_guard lock(mutex_);
    return state == StateSpace::initial() ? "a new object" : "after " + text_of(path_to(state));
  }

 private:
  struct Reached {
    PlannedCall call;
    StateId before;
    Value result;
  };
  // From the first call to the last.
  using Path = std::vector<const Reached*>;

  Path path_to(StateId state) const {
    Path path;
    for (; state != StateSpace::initial(); state = reached_[state - 1].before)
      path.push_back(&reached_[state - 1]);
    std::ranges::reverse(path);
    return path;
  }

  std::string text_of(const PlannedCall& call) const {
    TestCall shown{.method = test_.operations[call.operation].name};
    for (const linnet_word word : call.arguments) shown.arguments.push_back(std::bit_cast<Value>(word));
    return shown.text();
  }
  std::string text_of(const Path& path) const {
    std::string text;
    for (const Reached* step : path) {
      text += (text.empty() ? "" : ", ") + text_of(step->call);
      if (!step->result.is_null()) text += " → " + step->result.to_json();
    }
    return text;
  }

  std::vector<Outcome> ask(const Question& q) {
    const Path path = path_to(q.state);
    Scenario sequence;
    for (const Reached* step : path) sequence.calls.push_back(step->call);
    sequence.calls.push_back({q.operation, q.arguments});
    const auto size = static_cast<std::uint32_t>(sequence.calls.size());
    sequence.part_ends = {size, size};  // init alone

    std::vector<Value> results;
    bool blocks = false, met = false;
    for (const Recording& recording : run(sequence)) {
      if (!begins_as(path, recording)) continue;
      met = true;
      if (recording.pending()) {
        blocks = true;
      } else if (const auto result = std::bit_cast<Value>(recording.results[path.size()]);
                 std::ranges::find(results, result) == results.end()) {
        results.push_back(result);
      }
    }
    require_sense(path, sequence.calls.back(), results, blocks, met);
    std::vector<Outcome> outcomes;
    for (const Value result : results) {
      reached_.push_back({sequence.calls.back(), q.state, result});
      outcomes.push_back({result, static_cast<StateId>(reached_.size())});
    }
    return outcomes;
  }

  std::vector<Recording> run(const Scenario& sequence) {
    if (worker_ == nullptr) worker_ = program_.fork();
    worker_->send(Ask::run_serially, serial_order({program_, &test_, &sequence}, request_));
    std::vector<Recording> recordings;
    for (;;) {
      std::optional<Connection::Message> message = worker_->receive();
      if (!message) continue;
      const auto kind = static_cast<Tell>(message->kind);
      if (kind == Tell::ended) return recordings;
      if (kind == Tell::recorded) {
        recordings.push_back(worker_->body<RecordedExecution>(*message).recording);
      } else {
        const auto ending = worker_->body<FoundEnding>(*message).ending;
        refuse(fmt::format("the serial run {} ended with {}", text_of(sequence),
                           name_of(runtime::kind_of(ending))));
      }
    }
  }

  std::string text_of(const Scenario& sequence) const {
    std::string text;
    for (const PlannedCall& call : sequence.calls) text += (text.empty() ? "" : ", ") + text_of(call);
    return text;
  }

  // Whether the calls of the path had the same results as on the first run. If one of them blocks, those
  // after it have not been made.
  static bool begins_as(const Path& path, const Recording& recording) {
    std::size_t returned = 0;
    for (const auto [kind, call] : recording.events) returned += kind == Recording::Event::Kind::ret;
    if (returned < path.size()) return false;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i]->result.bits() != recording.results[i]) return false;
    }
    return true;
  }

  void require_sense(const Path& path, const PlannedCall& call, const std::vector<Value>& results,
                     bool blocks, bool met) const {
    if (!met) refuse(fmt::format("two serial runs of {} differ", text_of(path)));
    const DeclaredOperation& operation = test_.operations[call.operation];
    const bool may_differ = operation.nondeterministic || !operation.failures.empty();
    if (may_differ || results.size() + blocks < 2) return;
    refuse(fmt::format("{} has several results after {}; declare it nondeterministic() if that is meant",
                       text_of(call), path.empty() ? "nothing else" : text_of(path)));
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(Place{test_.file, test_.line, 0}, fmt::format("test {}: {}", test_.name, what));
  }

  ProgramUnderTest& program_;
  const ObjectTest& test_;
  const ExplorationRequest& request_;
  std::unique_ptr<Worker> worker_;
  std::mutex mutex_;
  std::vector<Reached> reached_;  // by state, from the first after the initial one
  absl::flat_hash_map<Question, std::vector<Outcome>> answers_;
};

// A view of one process, which numbers the states once for all views.
class ReferenceStates final : public StateSpace {
 public:
  explicit ReferenceStates(std::shared_ptr<ReferenceProcess> process) : process_(std::move(process)) {}

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    out = process_->outcomes(from, call);
    met_ += out.size();
  }
  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    out.clear();
    for (const Outcome& outcome : process_->outcomes(from, call)) {
      if (result == nullptr || *result == outcome.result) out.push_back(outcome.state);
      ++met_;
    }
  }
  std::string describe(StateId state) const override { return process_->describe(state); }
  // An upper bound: the caller wants to know whether forgetting would help, and here it would not.
  std::size_t size() const override { return met_; }
  void forget_all_but(std::span<StateId>) override { met_ = 1; }

 private:
  std::shared_ptr<ReferenceProcess> process_;
  std::size_t met_ = 1;
};

bool returns_something(const SerialHistories& known, const std::string& method) {
  bool found = false;
  known.for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber>) {
    for (const SerialStep& step : steps)
      found = found || (!step.result.is_null() && known.calls()[step.call].method == method);
  });
  return found;
}

}  // namespace

Spec serial_reference(ProgramUnderTest& program, const ObjectScenario& scenario,
                      const ExplorationRequest& request, const SerialHistories& known, std::string name) {
  Spec::Interface interface;
  interface.name = std::move(name);
  for (const DeclaredOperation& operation : scenario.test->operations) {
    interface.methods.push_back({.name = operation.name,
                                 .parameters = std::vector(operation.arity, ArgumentType::any),
                                 .silent = !returns_something(known, operation.name)});
  }
  const auto process = std::make_shared<ReferenceProcess>(program, *scenario.test, request);
  interface.open = [process]() -> std::unique_ptr<StateSpace> {
    return std::make_unique<ReferenceStates>(process);
  };
  return Spec(std::move(interface));
}

}  // namespace linnet
