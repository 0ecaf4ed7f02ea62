// With a specification, explores at once. Without one, first makes the serial runs, then explores and
// compares.
#include "driver/objects/object_exploration.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/linearizability/serial_witness.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/exploring/exploration_plan.hpp"
#include "driver/exploring/history_folder.hpp"
#include "driver/objects/object_judge.hpp"
#include "driver/program/scenario_text.hpp"
#include "driver/objects/serial_phase.hpp"
#include "driver/objects/serial_reference.hpp"
#include "driver/exploring/weak_memory.hpp"

namespace linnet {

namespace {

constexpr std::uint32_t kPreemptions = 2;  // as in the paper

std::string specification_name(const ObjectScenario& scenario) {
  return scenario.test->references == 0 ? "its serial runs" : "serial runs of the reference";
}

bool is_quasi(const ObjectScenario& scenario, const ExplorationRequest& request) {
  return as_declared(request.check, scenario).criterion == CriterionKind::quasi;
}

void refuse_other_criteria(const ObjectScenario& scenario, const ExplorationRequest& request) {
  const CriterionKind criterion = as_declared(request.check, scenario).criterion;
  if (criterion == CriterionKind::linearizable || criterion == CriterionKind::quasi) return;
  throw InputError(
      fmt::format("criterion {}: test {} has no specification, and its serial runs decide linearizability "
                  "and quasi alone",
                  name_of(criterion), scenario.test->name));
}

// A permutation may have the calls of one thread in another order, so the serial runs of the threads are not
// the whole specification.
void refuse_what_quasi_cannot_use(const ObjectScenario& scenario, const ExplorationRequest& request) {
  if (!request.from_observations.empty())
    throw InputError("criterion quasi: an observation file has not the orders that this needs");
  for (const TestCall& call : calls_of(scenario)) {
    if (call.excluded || call.asynchronous)
      throw InputError(fmt::format("criterion quasi: {} of test {} is {}, and has no place in an order",
                                   call.method, scenario.test->name,
                                   call.excluded ? "excluded" : "asynchronous"));
  }
}

SerialPhase serial_phase(ProgramUnderTest& program, const ObjectScenario& scenario,
                         const ExplorationRequest& request, const std::function<bool()>& interrupted) {
  refuse_other_criteria(scenario, request);
  if (is_quasi(scenario, request)) refuse_what_quasi_cannot_use(scenario, request);
  return request.from_observations.empty() ? run_serially(program, scenario, request, interrupted)
                                           : read_serial_runs(scenario, request);
}

// Judges by the serial histories of the test itself, which are the only specification in automatic mode.
class SerialJudge final : public RecordingJudge {
 public:
  SerialJudge(const ObjectScenario& scenario, std::shared_ptr<const SerialHistories> serial)
      : RecordingJudge(*scenario.test, scenario.scenario),
        serial_(std::move(serial)),
        specification_(specification_name(scenario)) {
    serial_->for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber>) {
      for (const SerialStep& step : steps) {
        if (!step.result.is_null()) returning_.insert(serial_->calls()[step.call].method);
      }
    });
  }

 private:
  CheckedHistory decide(const Recording& recording, History history, Detail detail) const override {
    auto words = std::make_shared<Vocabulary>(*history.words);
    for (const std::string& method : words->methods) words->silent.push_back(!returning_.contains(method));
    history.words = std::move(words);
    const std::vector<CallNumber> calls = calls_in(history, recording);
    CheckedHistory report;
    report.criterion = "linearizable";
    report.operations = history.size();
    report.spec = specification_;
    report.history = std::move(history);
    const ObservedHistory observed{report.history, calls};
    report.verdict = find_serial_witness(observed, *serial_);
    if (const auto* violation = std::get_if<Violation>(&report.verdict);
        violation != nullptr && detail == Detail::explained) {
      report.explanation = explain_without_witness(observed, *serial_, *violation);
      report.notes = serial_runs_with_results(observed, *serial_, *violation);
    }
    return report;
  }

  std::shared_ptr<const SerialHistories> serial_;
  std::string specification_;        // the name of the specification in the report
  std::set<std::string> returning_;  // methods that return something in some serial run
};

std::unique_ptr<RecordingJudge> serial_judge(ProgramUnderTest& program, const ObjectScenario& scenario,
                                             const ExplorationRequest& request, const SerialPhase& phase) {
  if (!is_quasi(scenario, request)) return std::make_unique<SerialJudge>(scenario, phase.histories);
  return std::make_unique<ObjectJudge>(
      *scenario.test, scenario.scenario,
      serial_reference(program, scenario, request, *phase.histories, specification_name(scenario)),
      request.check);
}

std::unique_ptr<RecordingJudge> judge_by_specification(const ObjectScenario& scenario,
                                                       const CheckRequest& request) {
  refuse_options_of_others(request);
  return std::make_unique<ObjectJudge>(*scenario.test, scenario.scenario, *scenario.spec,
                                       as_declared(request, scenario));
}

// Prints two runs side by side, one operation per line.
std::vector<std::string> side_by_side(const SerialHistories& serial,
                                      const SerialHistories::Nondeterminism& found) {
  const auto returned = [&](CallNumber call, const std::optional<Value>& result) {
    const TestCall& made = serial.calls()[call];
    return fmt::format("thread {}: {} {}", made.thread, made.text(),
                       result ? "→ " + result->to_json() : "blocks");
  };
  std::vector<std::string> lines;
  std::size_t width = 0;
  for (const SerialStep& step : found.prefix) {
    lines.push_back(returned(step.call, step.result));
    width = std::max(width, lines.back().size());
  }
  lines.push_back(returned(found.call, found.first));
  width = std::max(width, lines.back().size());
  const std::string differs = returned(found.call, found.second);
  for (std::string& line : lines) {
    const std::string other = &line == &lines.back() ? differs : line;
    line += std::string(width + 4 - line.size(), ' ') + other;
  }
  return lines;
}

Failure nondeterminism_failure(const SerialHistories& serial, const SerialHistories::Nondeterminism& found) {
  Failure failure;
  failure.kind = EndingKind::nondeterministic_specification;
  const TestCall& call = serial.calls()[found.call];
  const auto does = [](const std::optional<Value>& result) {
    return result ? "returns " + result->to_json() : std::string("blocks");
  };
  failure.sentence = fmt::format(
      "Two serial runs agree until {} is called: in one it {}, in the other it {}. Declare {} "
      "nondeterministic() if that is meant.",
      call.text(), does(found.first), does(found.second), call.method);
  failure.details = side_by_side(serial, found);
  return failure;
}

std::vector<std::string> declarations_of(const SerialHistories& serial) {
  std::vector<std::string> all;
  const auto add = [&](const TestCall& call, bool declared, const char* what) {
    std::string text = call.method + " is declared " + what;
    if (declared && std::ranges::find(all, text) == all.end()) all.push_back(std::move(text));
  };
  for (const TestCall& call : serial.calls()) {
    add(call, call.nondeterministic, "nondeterministic");
    add(call, call.may_fail, "able to fail");
    add(call, call.excluded, "excluded");
    add(call, call.asynchronous, "asynchronous");
  }
  return all;
}

// The histories of an exploration go to the folder of --output, if there is one. `plan` says how
// interleavings are explored.
ExploredProgram explore_and_collect(ProgramUnderTest& program, const ObjectScenario& scenario,
                                    const ExplorationRequest& request, const ExplorationRequest& plan,
                                    RecordingJudge* judge, const ExplorationWatch& watch) {
  Subject subject{program, scenario.test, &scenario.scenario, judge};
  if (request.output.empty() || judge == nullptr)
    return explore_as_the_program_needs(subject, request, plan, watch);
  HistoryCollection collection(HistoryFolder(request.output, scenario, "executions.tsv"));
  subject.collection = &collection;
  ExploredProgram report = explore(subject, plan, watch);
  collection.write_table();
  return report;
}

ExploredProgram report_of_phase_1(const SerialPhase& phase) {
  ExploredProgram report;
  Stage& stage = report.stages.emplace_back();
  stage.strategy = StrategyKind::serial;
  stage.executions = phase.executions;
  report.seconds = phase.seconds;
  report.reason = phase.cut_short;
  return report;
}

ExploredProgram explore_in_two_phases(ProgramUnderTest& program, const ObjectScenario& scenario,
                                      const ExplorationRequest& request, const ExplorationWatch& watch) {
  const SerialPhase phase = serial_phase(program, scenario, request, watch.interrupted);
  if (!request.observations.empty()) write_serial_runs(phase, request);
  const SerialHistories& serial = *phase.histories;
  ExploredProgram report;
  const auto found = serial.nondeterminism();
  if (found || (!phase.cut_short.empty() && !phase.failed)) {
    report = report_of_phase_1(phase);
    if (found) report.failures.push_back(nondeterminism_failure(serial, *found));
  } else {
    ExplorationRequest second = request;
    if (!second.preemptions && second.strategy == StrategyKind::automatic && !model_asked(second))
      second.preemptions = kPreemptions;
    const auto judge = phase.failed ? nullptr : serial_judge(program, scenario, request, phase);
    report = explore_and_collect(program, scenario, request, second, judge.get(), watch);
    if (phase.failed && report.failures.empty()) report.reason = phase.cut_short;
  }
  report.serial = SerialSummary{serial.full(), serial.stuck(), phase.executions, phase.seconds};
  report.declarations = declarations_of(serial);
  return report;
}

}  // namespace

ExploredProgram explore_scenario(ProgramUnderTest& program, const ObjectScenario& scenario,
                                 const ExplorationRequest& request, const ExplorationWatch& watch) {
  if (request.execution.crashes.value_or(0) > 0 && !scenario.test->recovery)
    throw InputError(
        fmt::format("--crashes: test {} has no recovery, so its object is not in persistent memory",
                    scenario.test->name));
  ExploredProgram report;
  if (scenario.spec) {
    const std::unique_ptr<RecordingJudge> judge = judge_by_specification(scenario, request.check);
    report = explore_and_collect(program, scenario, request, request, judge.get(), watch);
    report.spec = scenario.spec->name();
  } else {
    report = explore_in_two_phases(program, scenario, request, watch);
    report.spec = specification_name(scenario);
  }
  report.criterion = name_of(as_declared(request.check, scenario).criterion);
  report.operations = scenario.scenario.calls.size();
  report.scenario = scenario_text(scenario.scenario, *scenario.test);
  return report;
}

std::unique_ptr<RecordingJudge> judge_of_main(const CheckRequest& request) {
  if (request.spec.empty()) return nullptr;
  refuse_options_of_others(request);
  const ObjectScenario main = main_as_scenario(request);
  return std::make_unique<ObjectJudge>(main.name, *main.spec, request);
}

ExploredProgram explore_main(ProgramUnderTest& program, const ExplorationRequest& request,
                             const ExplorationWatch& watch) {
  const std::unique_ptr<RecordingJudge> judge = judge_of_main(request.check);
  if (judge == nullptr) return explore_as_the_program_needs({program}, request, request, watch);
  ExploredProgram report =
      explore_and_collect(program, main_as_scenario(request.check), request, request, judge.get(), watch);
  if (report.status() == ExitStatus::pass && judge->most_calls() == 0)
    throw InputError("--spec: no execution of this program recorded a call; linnet/record.h says how");
  report.spec = request.check.spec;
  report.criterion = name_of(request.check.criterion);
  report.operations = judge->most_calls();
  return report;
}

std::unique_ptr<RecordingJudge> judge_of_scenario(ProgramUnderTest& program, const ObjectScenario& scenario,
                                                  const ExplorationRequest& request) {
  if (scenario.spec) return judge_by_specification(scenario, request.check);
  const SerialPhase phase = serial_phase(program, scenario, request, [] { return false; });
  return phase.cut_short.empty() ? serial_judge(program, scenario, request, phase) : nullptr;
}

}  // namespace linnet
