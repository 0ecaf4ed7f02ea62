// The requests of `linnet` to a program under test, and the answers.
//
// `linnet` starts the program with one end of a socket. The library in it says Hello before main would run,
// and waits. That process runs nothing itself: `linnet` asks it to fork, and each fork, as fresh as a new
// process, does one kind of work over its own connection: it explores, replays, answers for the program's own
// specification, or runs natively.
//
//   linnet                                program under test (before main)            a fork of it
//      ◄──────────────── hello ──────────────────┤
//      ├─────────────── fork(socket) ───────────►├──────────────────────────────────────►
//      ├──────────────────────── explore(order), turn, turn ... ────────────────────────►
//      ◄──────────────── recorded, found, seen, progress ... turn_over ... ──────────────┤
//      ├──────────────────────── stop ──────────────────────────────────────────────────►
//      ◄─────────────────────────────── ended ───────────────────────────────────────────┤
//
// An exploration runs ahead of the process that judges it: each message says how far it was then, so that the
// result covers everything up to the failing execution and nothing after it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/execution_ending.hpp"
#include "protocol/frame_facts.hpp"
#include "protocol/message.hpp"
#include "protocol/not_covered.hpp"
#include "protocol/runtime_options.hpp"
#include "protocol/start_linnet.hpp"
#include "protocol/trace.hpp"
#include "protocol/watched_instruction.hpp"
#include "scenario/object_test.hpp"
#include "scenario/recording.hpp"
#include "scenario/scenario.hpp"
#include "schedule/schedule.hpp"
#include "schedule/strategy_kind.hpp"

namespace linnet {

// Both ends must have the same. It changes with everything in this folder.
inline constexpr std::uint32_t kProtocolVersion = 10;
// The variable in which the program finds its end of the socket.
inline constexpr const char* kSocketVariable = "LINNET_SOCKET";
// Our descriptors start here, out of the way of the program's.
inline constexpr int kOutOfTheWay = 210;

enum class Ask : std::uint32_t {
  fork,       // Answers: text, after which a descriptor is sent; then forked, with the number of the process
  status_of,  // of a fork that has ended: its process number. Answer: status
  expects,    // ExpectsQuestion. Answer: text, empty if all is well
  explore,    // ExploreOrder. Turns follow
  turn,       // TurnOrder. Answers: recorded, found, seen, progress, and turn_over at last
  stop,       // what is being explored. Answers: turn_over, if there is a turn, and ended
  go_on,      // with it, after a recorded execution of an order that goes in step
  run_serially,    // SerialOrder. Answers: recorded, found, and ended at last
  replay,          // ReplayOrder. Answer: replayed
  open_spec,       // the number of a test. Answer: text, empty
  outcomes,        // SpecQuestion. Answer: outcomes
  describe_state,  // its number. Answer: text
  key_of_call,     // SpecQuestion. Answer: key
  complaint,       // SpecQuestion. Answer: text, empty if all is well
  open_scenario,   // NativeScenario, for native runs. Answer: text, empty
  run_batch,       // BatchOrder. Answer: batch
  open_clients,    // ClientLoad, for native runs. Answer: text, empty
  run_clients,     // ClientsOrder. Answer: clients
  watch,           // WatchedInstructions, before anything is run. No answer
  frames,          // the answer to Tell::frame: FrameFacts at that return address and at others
};

enum class Tell : std::uint32_t {
  hello,
  forked,
  status,
  text,
  recorded,
  found,
  seen,
  progress,
  turn_over,
  ended,  // an exploration also ends by itself after a turn that was not used up, unless the strategy just had no more executions
  replayed,
  outcomes,
  key,
  refused,  // why an order cannot be carried out
  batch,
  clients,
  frame,  // a question: what is known of frames with this return address? May come at any time; the answer is frames
};

struct Hello {
  std::uint32_t protocol = kProtocolVersion;  // first, so that any version can read it
  std::string version;
  LibraryKind kind{};
  bool has_main = false;
  std::uint64_t input = 0;        // a hash of the standard input that executions read
  std::vector<ObjectTest> tests;  // of a program that checks: one for each specification, with nothing else
  std::vector<LoadedModule> modules;
};

struct ExpectsQuestion {
  std::uint32_t test = 0, operation = 0, index = 0;
  Value argument;

  auto members() { return std::tie(test, operation, index, argument); }
};

// What is run, and how.
struct Setup {
  std::uint32_t program = 0;  // the fingerprint in schedules
  std::vector<std::string> arguments;
  std::optional<std::uint32_t> test;  // by number; absent: the program's main
  Scenario scenario;
  runtime::RuntimeOptions options;

  auto members() { return std::tie(program, arguments, test, scenario, options); }
};

struct PlannedStage {
  StrategyKind strategy = StrategyKind::dpor;
  std::optional<std::uint32_t> preemptions = {};  // bounded: at most
  std::uint64_t samples = 0, seed = 0;            // random and pct
  bool beyond_plan = false;                       // the request is done; running out of time here is no loss
  std::optional<double> seconds = {};             // after these it ends; others end by themselves
  // Where it goes on, after so many executions; empty: at the beginning.
  std::string position = {};
  std::uint64_t executions = 0;

  auto members() {
    return std::tie(strategy, preemptions, samples, seed, beyond_plan, seconds, position, executions);
  }
};

struct ExploreOrder {
  Setup setup;
  std::vector<PlannedStage> stages;
  bool in_turns = false;            // new orders of conflicting accesses are told, by which turns are decided
  bool keep_going = false;          // beyond a failure
  bool judged = false;              // recordings are sent, and executions that wait are no failures
  bool in_step = false;             // waits for go_on after each recorded execution
  std::vector<RecordingKey> known;  // histories that need not be sent
  bool saved = false;               // it says where it stands when it ends
  bool finds_cycles = false;        // histories are sent with and without a conflict_cycle()
  bool outputs = false;             // the distinct outputs of each turn are told
  bool lists_non_sc = false;        // executions that are no interleavings are told

  auto members() {
    return std::tie(setup, stages, in_turns, keep_going, judged, in_step, known, saved, finds_cycles, outputs,
                    lists_non_sc);
  }
};

struct TurnOrder {
  std::uint64_t executions = 0;  // at most
  std::uint32_t stage = 0;
  bool says_position = false;  // at its end
};

// How far a stage has come.
struct StageCount {
  std::uint32_t stage = 0;
  std::uint64_t number = 0;  // of this execution in its turn, from 0
  std::uint64_t executions = 0, blocked = 0, redundant = 0, cut = 0;
  std::uint64_t longest = 0;    // steps of the longest execution of the process so far
  double share = 0;             // of the space, as estimated; 0 if not known
  bool shortest_first = false;  // the strategy tries executions with fewer switches first
};

// What else was seen in the executions of a process so far. Sent when there is more of it, before the message that follows.
struct Seen {
  std::optional<runtime::NotCovered> not_covered;              // all of it, if there is more
  std::optional<std::vector<runtime::OrderSite>> order_sites;  // likewise, if RuntimeOptions::order_changes
  std::vector<runtime::CallStack> new_cuts;                    // places where threads were cut
  std::vector<std::uint64_t> times_cut;                        // at each place that was told so far

  auto members() { return std::tie(not_covered, order_sites, new_cuts, times_cut); }
};

// A history that was not met before, or was not met with (or without) a cycle of conflicts.
struct RecordedExecution {
  StageCount count;
  RecordingKey key;
  Ended ended{};
  Recording recording;
  Schedule schedule;
  std::vector<std::uint64_t> cycle;  // as conflict_cycle() has it; empty: none, or not computed

  auto members() { return std::tie(count, key, ended, recording, schedule, cycle); }
};

// An execution that failed in a way that was not met before.
struct FoundEnding {
  StageCount count;
  std::uint64_t steps = 0;
  std::uint64_t place = 0;  // failures of one kind at one place are the same
  runtime::ExecutionEnding ending;
  Schedule schedule;
  std::string output;

  auto members() { return std::tie(count, steps, place, ending, schedule, output); }
};

enum class WhyTurnEnded : std::uint8_t {
  used_up,       // all executions were run, or the strategy has no more
  complete,      // the strategy has seen everything
  failed,        // an execution failed, and the order says to stop at that
  stopped,       // linnet asked for it
  tainted,       // a signal came in the midst of library code: another process must go on
  starts_again,  // with the racy places and the cuts that are told, there are more executions
  last = starts_again
};

// So many executions that are no interleavings are shown.
inline constexpr std::uint64_t kNonSequentialShown = 5;

struct TurnOver {
  StageCount count;
  WhyTurnEnded why{};
  std::uint64_t executions = 0;  // of this turn
  bool over = false;             // the strategy has no more executions
  std::string gave_up;           // why it could not continue; empty if it could
  // Orders of conflicting accesses that are new to the process, as hashes.
  std::vector<std::uint64_t> orders;
  // For each execution that recorded what was told before, or failed as was told before: the number of that
  // message, among those of its kind.
  std::vector<std::uint32_t> recorded_again, found_again;
  // By stage: its own, if that was asked for, and all of them, if another process must go on. Nothing for a strategy that has none.
  std::vector<std::optional<std::string>> positions;
  std::vector<CodeOffset> racy_places;  // if it starts again
  runtime::Cuts cuts_that_hold;
  bool calls_recorded = false;  // by the program's own main
  // The distinct outputs of executions that ended well, if the request asks for them, and how often each
  // came.
  std::vector<std::pair<std::string, std::uint64_t>> outputs;
  // Executions that are no interleavings, if that was asked for: how many, and the first few.
  std::uint64_t non_sc = 0;
  std::vector<Schedule> non_sc_schedules;
  // Executions that failed or recorded calls, but that C++20 forbids.
  std::uint64_t forbidden = 0;

  auto members() {
    return std::tie(count, why, executions, over, gave_up, orders, recorded_again, found_again, positions,
                    racy_places, cuts_that_hold, calls_recorded, outputs, non_sc, non_sc_schedules,
                    forbidden);
  }
};

struct ExplorationEnd {
  // By stage, if the order says so; nothing for a strategy that cannot say.
  std::vector<std::optional<std::string>> positions;
  Schedule first;  // the first execution, and a hash of each of its steps
  std::vector<std::uint64_t> first_steps;
  std::uint64_t executions = 0;  // of serial runs
  double cpu_seconds = 0;        // of the process

  auto members() { return std::tie(positions, first, first_steps, executions, cpu_seconds); }
};

struct SerialOrder {
  Setup setup;
  std::vector<std::uint8_t> excluded;  // by call of the scenario: need not be serial
  bool settles = false;                // background threads run as far as they can before the next operation

  auto members() { return std::tie(setup, excluded, settles); }
};

struct ReplayOrder {
  Setup setup;
  Schedule schedule;
  bool go_on = false;  // if the schedule does not fit
  bool trace = false;
  std::vector<std::uint64_t> follows;  // earlier hashes of its steps; empty: not compared

  auto members() { return std::tie(setup, schedule, go_on, trace, follows); }
};

struct ReplayedExecution {
  runtime::ExecutionEnding ending;
  std::uint64_t place = 0;
  bool forbidden = false;  // by C++20
  Recording recording;
  Schedule schedule;  // as it was executed
  std::vector<std::uint64_t> steps;
  std::string output;
  std::vector<runtime::PowerFailure> power_failures;
  std::optional<std::string> misfit;
  Trace trace;
  std::vector<LoadedModule> modules;

  auto members() {
    return std::tie(ending, place, forbidden, recording, schedule, steps, output, power_failures, misfit,
                    trace, modules);
  }
};

struct SpecQuestion {
  std::uint32_t state = 0;
  std::uint16_t method = 0;
  std::vector<linnet_word> arguments;
};
struct SpecOutcome {
  Value result;
  std::uint32_t state = 0;

  auto members() { return std::tie(result, state); }
};

template <class End>
void transfer(End& end, BuiltinSpecChoice& choice) {
  std::vector<linnet_word> initial;
  if (choice.initial) initial.push_back(*choice.initial);
  end(choice.name);
  transfer_values(end, initial);
  choice.initial.reset();
  if (!initial.empty()) choice.initial = initial.front();
}
template <class End>
void transfer(End& end, OwnMethod& m) {
  end(m.name, m.parameters, m.observer, m.silent, m.may_block, m.deterministic, m.strength);
}
template <class End>
void transfer(End& end, OwnSpecChoice& own) {
  end(own.name, own.methods, own.monitored_as, own.partitioned, own.complains);
}
template <class End>
void transfer(End& end, DeclaredOperation& o) {
  end(o.name, o.arity, o.nondeterministic, o.excluded, o.asynchronous, o.result, o.takes_integers);
  for (std::vector<std::vector<linnet_word>>* lists : {&o.samples, &o.arguments}) {
    lists->resize(transfer_size(end, lists->size()));
    for (std::vector<linnet_word>& list : *lists) transfer_values(end, list);
  }
  transfer_values(end, o.failures);
}
template <class End>
void transfer(End& end, ObjectTest& t) {
  end(t.name, t.file, t.line, t.objects, t.operations, t.references, t.reference_operations, t.builtin_spec,
      t.own_spec, t.strength, t.relaxed, t.scenarios, t.sequences, t.recovery, t.crashes);
}
template <class End>
void transfer(End& end, Hello& hello) {
  end(hello.protocol, hello.version);
  if (hello.protocol != kProtocolVersion) return;
  end(hello.kind, hello.has_main, hello.input, hello.tests, hello.modules);
}
template <class End>
void transfer(End& end, PlannedCall& call) {
  end(call.operation);
  transfer_values(end, call.arguments);
}
template <class End>
void transfer(End& end, Scenario& scenario) {
  end(scenario.calls, scenario.part_ends);
}
template <class End>
void transfer(End& end, Choice& choice) {
  end(choice.kind, choice.value);
}
template <class End>
void transfer(End& end, Schedule& schedule) {
  end(schedule.program, schedule.choices, schedule.racy_places, schedule.memory_model);
}
template <class End>
void transfer(End& end, Recording::Event& event) {
  end(event.kind, event.call);
}
// Whether all orders are of that many calls.
inline bool fits(const ClientOrders& clients, const std::vector<Recording::Event>& events) {
  const auto calls = static_cast<std::size_t>(
      std::ranges::count(events, Recording::Event::Kind::call, &Recording::Event::kind));
  const auto is_of_them = [calls](const ClientOrders::Order& order) {
    return calls <= 64 && order.size() == calls && std::ranges::all_of(order, [calls](std::uint64_t before) {
             return calls == 64 || before >> calls == 0;
           });
  };
  return is_of_them(clients.always) && std::ranges::all_of(clients.possible, is_of_them) &&
         (clients.visible.empty() || is_of_them(clients.visible));
}
template <class End>
void transfer(End& end, Recording& recording) {
  end(recording.events, recording.finished, recording.cut, recording.calls, recording.clients);
  transfer_values(end, recording.results);
  if (recording.clients && !fits(*recording.clients, recording.events)) end.give_up();
  for (const Recording::Event& event : recording.events) {
    const bool returns = event.kind == Recording::Event::Kind::ret;
    if (returns && event.call >= recording.results.size()) end.give_up();
    if (!recording.calls.empty() && event.call >= recording.calls.size()) end.give_up();
  }
}
template <class End>
void transfer(End& end, SpecQuestion& q) {
  end(q.state, q.method);
  transfer_values(end, q.arguments);
}

}  // namespace linnet
