// Runs the serial strategy, and reads and writes the serial histories.
#include "driver/objects/serial_phase.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "driver/exploring/exploration.hpp"
#include "history/formats/observation_file.hpp"

namespace linnet {

namespace {

// The scenario as it is run serially, and for each of its calls the call in the user's scenario.
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

// The process of the program takes the operations of the reference in the order of the object's.
void require_reference(const ObjectTest& test) {
  if (test.references == 0) return;
  for (const DeclaredOperation& operation : test.operations) {
    const bool there = std::ranges::any_of(test.reference_operations, [&](const DeclaredOperation& other) {
      return other.name == operation.name && other.arity == operation.arity;
    });
    if (!there)
      throw InputError(Place{test.file, test.line, 0},
                       fmt::format("test {}: the reference has no operation {} with {} argument{}", test.name,
                                   operation.name, operation.arity, operation.arity == 1 ? "" : "s"));
  }
}

runtime::RuntimeOptions serial_options(const ObjectTest& test, const ExplorationRequest& request) {
  runtime::RuntimeOptions options = request.execution;
  options.calls_are_steps = true;
  options.races = runtime::Races::off;  // a race shows in phase 2, with a schedule
  options.report_leaks = false;
  const bool crashes = options.crashes.value_or(test.most_crashes()) != 0;
  options.states_are_compared = !request.all_serial && !options.isolate && !crashes;
  return options;
}

// Adds what a serial run recorded of the judged operations.
void add_to(SerialHistories& histories, const Recording& recording, const std::vector<CallNumber>& original) {
  std::vector<SerialStep> steps;
  std::optional<CallNumber> open;
  for (const auto [kind, number] : recording.events) {
    const CallNumber call = original.at(number);
    const bool returns = kind == Recording::Event::Kind::ret;
    if (histories.calls()[call].excluded) continue;
    if (returns) steps.push_back({call, std::bit_cast<Value>(recording.results.at(number))});
    open = returns ? std::nullopt : std::optional(call);
  }
  histories.add(steps, open);
}

// Notes why not all serial runs are known after one that went wrong.
void note_failure(const runtime::ExecutionEnding& ending, SerialPhase& phase) {
  const EndingKind kind = runtime::kind_of(ending);
  phase.failed = is_failure(kind);
  phase.cut_short = kind == EndingKind::limit
                        ? "a serial run did not come to its end within the limits of an execution"
                        : fmt::format("a serial run ended with {}", name_of(kind));
}

}  // namespace

std::vector<TestCall> calls_of(const ObjectScenario& scenario) {
  std::vector<TestCall> calls;
  const Scenario& all = scenario.scenario;
  for (std::uint32_t part = 0; part < all.part_ends.size(); ++part) {
    for (std::uint32_t i = all.part_begin(part); i < all.part_ends[part]; ++i) {
      const DeclaredOperation& operation = scenario.test->operations[all.calls[i].operation];
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

SerialOrder serial_order(const Subject& subject, const ExplorationRequest& request) {
  require_reference(*subject.test);
  SerialOrder order;
  order.setup = setup_of(subject, request);
  order.setup.options = serial_options(*subject.test, request);
  order.excluded.resize(subject.scenario->calls.size());
  return order;
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

SerialPhase run_serially(ProgramUnderTest& program, const ObjectScenario& scenario,
                         const ExplorationRequest& request, const std::function<bool()>& interrupted) {
  constexpr int kGlance = 20;  // milliseconds
  constexpr double kGrace = 1;
  const Stopwatch since_start;
  const std::vector<TestCall> calls = calls_of(scenario);
  const SerialScenario serial = with_asynchronous_apart(scenario.scenario, calls);

  SerialOrder order = serial_order({program, scenario.test, &serial.scenario}, request);
  for (std::size_t i = 0; i < serial.original.size(); ++i)
    order.excluded[i] = calls[serial.original[i]].excluded;
  // An asynchronous operation is complete when the next operation is called; the threads say when else it may
  // happen.
  order.settles = std::ranges::any_of(calls, &TestCall::asynchronous);
  if (order.setup.options.isolate && std::ranges::any_of(calls, &TestCall::excluded))
    throw InputError("--isolate=fork: excluded operations are only known in the process that runs them");

  SerialPhase phase;
  auto histories = std::make_shared<SerialHistories>(calls);
  const std::unique_ptr<Worker> worker = program.fork();
  worker->send(Ask::run_serially, order);
  double stop_asked = 0;
  for (bool ended = false; !ended;) {
    std::optional<Connection::Message> message = worker->receive(kGlance);
    if (message && message->kind == static_cast<std::uint32_t>(Tell::recorded)) {
      add_to(*histories, worker->body<RecordedExecution>(*message).recording, serial.original);
    } else if (message && message->kind == static_cast<std::uint32_t>(Tell::found)) {
      note_failure(worker->body<FoundEnding>(*message).ending, phase);
    } else if (message) {
      phase.executions = worker->body<ExplorationEnd>(*message).executions;
      ended = true;
    }
    if (ended || !phase.cut_short.empty()) {
      ended = ended || (stop_asked != 0 && since_start.seconds() > stop_asked + kGrace);
      continue;
    }
    if (interrupted()) phase.cut_short = "interrupted in phase 1";
    if (request.seconds && since_start.seconds() > *request.seconds)
      phase.cut_short = fmt::format("time limit of {} s reached in phase 1", *request.seconds);
    if (phase.cut_short.empty()) continue;
    stop_asked = since_start.seconds();
    worker->send(Ask::stop);
  }
  phase.histories = std::move(histories);
  phase.seconds = since_start.seconds();
  return phase;
}

}  // namespace linnet
