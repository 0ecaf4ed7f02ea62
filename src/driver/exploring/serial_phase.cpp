// Runs the serial strategy, and reads and writes what came of it.
#include "driver/exploring/serial_phase.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"
#include "driver/exploring/runtime_options.hpp"
#include "explore/serial.hpp"
#include "history/formats/observation_file.hpp"
#include "linnet/choose.hpp"
#include "runtime/run_program.hpp"
#include "runtime/memory/state_fingerprint.hpp"

namespace linnet {

namespace {

using runtime::ObjectTest;
using runtime::Scenario;

// The scenario as it is run serially, and which call of the user's each of its calls is.
struct SerialScenario {
  Scenario scenario;
  std::vector<CallNumber> original;
};

SerialScenario with_asynchronous_apart(const Scenario& scenario, const std::vector<TestCall>& calls) {
  SerialScenario apart;
  std::vector<CallNumber> moved;
  const auto add = [&](CallNumber call) {
    apart.scenario.calls.push_back(scenario.calls[call]);
    apart.original.push_back(call);
  };
  const auto end_part = [&] {
    apart.scenario.part_ends.push_back(static_cast<std::uint32_t>(apart.original.size()));
  };
  const std::size_t final_part = scenario.final_part();
  for (std::size_t part = 0; part <= final_part; ++part) {
    const bool alone = part == 0 || part == final_part;
    if (part == final_part) {
      for (const CallNumber call : moved) add(call), end_part();
    }
    const std::size_t before = apart.original.size();
    for (CallNumber call = scenario.part_begin(part); call < scenario.part_ends[part]; ++call) {
      alone || !calls[call].asynchronous ? add(call) : moved.push_back(call);
    }
    if (alone || apart.original.size() > before) end_part();
  }
  return apart;
}

// The reference as a test with the operations in the order of the object's.
ObjectTest reference_of(const ObjectTest& test) {
  ObjectTest reference = test;
  if (test.references.empty()) return reference;
  reference.objects = test.references;
  for (runtime::DeclaredOperation& operation : reference.operations) {
    const auto same = std::ranges::find_if(test.reference_operations, [&](const auto& other) {
      return other.name == operation.name && other.calls.arity == operation.calls.arity;
    });
    if (same == test.reference_operations.end()) {
      throw InputError(
          Place{test.file, test.line, 0},
          fmt::format("test {}: the reference has no operation {} with {} argument{}", test.name,
                      operation.name, operation.calls.arity, operation.calls.arity == 1 ? "" : "s"));
    }
    operation.calls = same->calls;
  }
  return reference;
}

// In serial runs nobody is in the way, so an operation that may fail does so whenever it likes.
void invoke_or_fail(const void* context, void* object, const linnet_word* arguments) {
  const auto& operation = *static_cast<const runtime::DeclaredOperation*>(context);
  const unsigned way = choose(1 + static_cast<unsigned>(operation.failures.size()));
  if (way == 0) {
    operation.calls.invoke(operation.calls.context, object, arguments);
  } else {
    linnet_operation_returned(operation.failures[way - 1]);
  }
}

// What is run serially: the reference if there is one.
class SerialSubject {
 public:
  explicit SerialSubject(const ObjectTest& test) : declared_(reference_of(test)), test_(declared_) {
    for (std::size_t i = 0; i < test_.operations.size(); ++i) {
      if (declared_.operations[i].failures.empty()) continue;
      test_.operations[i].calls.context = &declared_.operations[i];
      test_.operations[i].calls.invoke = invoke_or_fail;
    }
  }
  SerialSubject(const SerialSubject&) = delete;
  SerialSubject& operator=(const SerialSubject&) = delete;

  const ObjectTest& test() const { return test_; }

 private:
  ObjectTest declared_, test_;
};

runtime::RuntimeOptions serial_options(const ObjectTest& test, const ExplorationRequest& request) {
  runtime::RuntimeOptions options = runtime_options(request);
  options.calls_are_steps = true;
  options.races = runtime::Races::off;  // a race shows in phase 2, with a schedule
  options.report_leaks = false;
  const bool crashes = options.crashes.value_or(test.most_crashes()) != 0;
  options.states_are_compared = request.serial == "merged" && !options.isolate && !crashes;
  return options;
}

// A look at the clock costs as much as an execution: see runtime/hooks/time_stamp.hpp.
constexpr std::uint64_t kExecutionsPerLook = 128;

bool came_to_its_end(const runtime::Outcome& outcome) {
  const auto* completed = std::get_if<runtime::Completed>(&outcome.what);
  return (completed != nullptr && completed->status == 0) ||
         std::holds_alternative<runtime::Deadlock>(outcome.what);
}

// What a serial run recorded of the operations that are judged.
class SerialRecord {
 public:
  SerialRecord(const std::vector<TestCall>& calls, const std::vector<CallNumber>& original)
      : calls_(calls), original_(original) {}

  void add_to(SerialHistories& histories) {
    const runtime::Recording& recording = runtime::recording();
    steps_.clear();
    std::optional<CallNumber> open;
    for (const auto [kind, number] : recording.events) {
      const CallNumber call = original_[number];
      const bool returns = kind == EventKind::ret;
      if (calls_[call].excluded) continue;
      if (returns) steps_.push_back({call, std::bit_cast<Value>(recording.results[number])});
      open = returns ? std::nullopt : std::optional(call);
    }
    histories.add(steps_, open);
  }

  bool calls_excluded(ThreadNumber thread) const {
    return calls_[original_[runtime::announced_call(thread)]].excluded;
  }

  // The state of the program, and all that add_to() would tell.
  Fingerprint state_and_history() const {
    Fingerprint all = runtime::state_fingerprint();
    const runtime::Recording& recording = runtime::recording();
    for (const auto [kind, number] : recording.events) {
      if (calls_[original_[number]].excluded) continue;
      all.add(number);
      if (kind == EventKind::ret) all.add(recording.results[number]);
    }
    return all;
  }

 private:
  using EventKind = runtime::Recording::Event::Kind;

  const std::vector<TestCall>& calls_;
  const std::vector<CallNumber>& original_;
  std::vector<SerialStep> steps_;
};

}  // namespace

std::vector<TestCall> calls_of(const ObjectScenario& scenario) {
  std::vector<TestCall> calls;
  const Scenario& all = scenario.scenario;
  for (std::uint32_t part = 0; part < all.part_ends.size(); ++part) {
    for (std::uint32_t i = all.part_begin(part); i < all.part_ends[part]; ++i) {
      const runtime::DeclaredOperation& operation = scenario.test->operations[all.calls[i].operation];
      TestCall& call = calls.emplace_back();
      call.thread = part == all.final_part() ? 0 : part;
      call.method = operation.name;
      for (const linnet_word word : all.calls[i].arguments)
        call.arguments.push_back(std::bit_cast<Value>(word));
      call.excluded = operation.excluded;
      call.nondeterministic = operation.nondeterministic;
      call.may_fail = !operation.failures.empty();
      call.asynchronous = operation.asynchronous;
    }
  }
  return calls;
}

ObjectScenario in_every_order(const ObjectScenario& scenario) {
  ObjectScenario apart = scenario;
  const auto calls = static_cast<std::uint32_t>(apart.scenario.calls.size());
  apart.scenario.part_ends = {0};
  for (std::uint32_t call = 1; call <= calls; ++call) apart.scenario.part_ends.push_back(call);
  apart.scenario.part_ends.push_back(calls);
  return apart;
}

SerialPhase read_serial_runs(const ObjectScenario& scenario, const ExplorationRequest& request) {
  const std::string& file = request.from_observations;
  std::ifstream in(file);
  if (!in) throw InputError(Place{file, 0, 0}, "cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  SerialPhase phase;
  phase.histories = std::make_shared<SerialHistories>(read_observations(text, file, calls_of(scenario)));
  return phase;
}

void write_serial_runs(const SerialPhase& phase, const ExplorationRequest& request) {
  std::ofstream out(request.observations);
  out << write_observations(*phase.histories);
  out.close();
  if (!out) throw InputError(Place{request.observations, 0, 0}, "cannot be written");
}

SerialPhase run_serially(const ObjectScenario& scenario, const ExplorationRequest& request,
                         const std::function<bool()>& interrupted) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const std::vector<TestCall> calls = calls_of(scenario);
  const SerialScenario serial = with_asynchronous_apart(scenario.scenario, calls);
  const SerialSubject subject(*scenario.test);
  runtime::choose_scenario(subject.test(), serial.scenario);

  SerialPhase phase;
  auto histories = std::make_shared<SerialHistories>(calls);
  SerialRecord record(calls, serial.original);
  // What is asynchronous is done when the next operation is called: when else it may happen is said by the threads.
  const bool settles = std::ranges::any_of(calls, &TestCall::asynchronous);
  const bool some_excluded = std::ranges::any_of(calls, &TestCall::excluded);
  const runtime::RuntimeOptions options = serial_options(*scenario.test, request);
  if (options.isolate && some_excluded)
    throw InputError("--isolate=fork: excluded operations are only known in the process that runs them");
  SerialStrategy strategy(
      [&](ThreadNumber thread) { return !some_excluded || !record.calls_excluded(thread); }, settles,
      options.states_are_compared ? [&] { return record.state_and_history(); }
                                  : SerialStrategy::StateAndHistory());
  runtime::run_program(strategy, options, [&](const runtime::ExecutionReport& one) {
    ++phase.executions;
    if (strategy.blocked() || came_to_its_end(one.outcome)) {
      record.add_to(*histories);
    } else if (!strategy.redundant()) {
      const std::string_view kind = runtime::kind_of(one.outcome);
      phase.failed = kind != "limit" && kind != "unsupported";
      phase.cut_short = kind == "limit"
                            ? "a serial run did not come to its end within the limits of an execution"
                            : fmt::format("a serial run ended with {}", kind);
    }
    if (interrupted()) phase.cut_short = "interrupted in phase 1";
    const bool looks = phase.executions % kExecutionsPerLook == 0;
    if (looks && request.seconds && elapsed() > *request.seconds)
      phase.cut_short = fmt::format("time limit of {} s reached in phase 1", *request.seconds);
    return phase.cut_short.empty() ? runtime::Next::go_on : runtime::Next::stop;
  });
  phase.histories = std::move(histories);
  phase.seconds = elapsed();
  return phase;
}

}  // namespace linnet
