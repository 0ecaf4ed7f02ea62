// Everything that is known about an exploration: what was covered, and every failure with the execution that
// shows it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenario/ending_kind.hpp"
#include "schedule/memory_model.hpp"
#include "schedule/strategy_kind.hpp"
#include "verdict/checked_history.hpp"
#include "verdict/code_place.hpp"
#include "verdict/order_changes.hpp"
#include "verdict/suppression.hpp"

namespace linnet {

// One access of a step: to which object, and the values before and after it.
struct NamedAccess {
  std::string object;  // "top", "queue.head_", "Node#1.next", "block A+8"
  bool writes = false;
  std::string before, after;  // values; empty if it is no memory that can be shown
};

// A visible step of one thread.
struct NamedStep {
  std::uint32_t thread = 0;
  std::string verb;  // the kind of step: "reads", "writes", "locks", ...
  std::vector<NamedAccess> accesses;
  std::vector<CodePlace> where;         // innermost first
  std::uint64_t repeats = 1;            // a loop that repeats the same reads is one step here
  bool calls = false, returns = false;  // the first and the last step of an operation
  bool races = false;                   // one of the two accesses of a data race
  // Under a memory model: the step whose write its read saw, or -1 for what was there at first; absent if that is not known.
  std::optional<std::int64_t> saw = {};
  bool early = false;  // its write comes, in modification order, before one that was made already
};

// Another place that belongs to a failure: "thread 1 writes 4 bytes", "thread 0 allocated Node#1".
struct NamedPlace {
  std::string what;
  std::vector<CodePlace> where;  // innermost first
};

// A store to persistent memory, and whether it survived a crash of the machine.
struct PersistentStore {
  std::string object, value;
  std::uint32_t thread = 0;
  std::vector<CodePlace> where;  // innermost first
  enum class Reached : std::uint8_t {
    memory,   // flushed, with a fence: it is persistent
    flushed,  // flushed, but no fence came before the crash
    cache,
  } reached = Reached::cache;
  enum class Found : std::uint8_t { there, lost, unknown } found = Found::unknown;  // unknown: not read
};

struct LineState {
  std::vector<PersistentStore> stores;  // to one line, in order
  bool to_blame = false;                // with this line persistent, the execution would have passed
};

// A crash of the machine that was made on purpose, and everything that had been stored to persistent memory
// by then.
struct MachineCrash {
  std::uint32_t thread = 0;  // the thread that would have continued
  std::vector<CodePlace> where;
  std::vector<LineState> lines;
};

// How far an exploration was after this many seconds.
struct ProgressSample {
  double seconds = 0;
  std::uint64_t executions = 0, histories = 0;
};

struct Failure;

// The consequences of a data race: the result of exploring with the racing accesses as steps.
struct RaceConsequence {
  std::uint64_t executions = 0;
  bool complete = false;          // these are all executions
  std::string reason;             // why there were no more; empty if all or all planned ones were run
  std::vector<Failure> failures;  // the first one, or with --keep-going all distinct ones
};

// A way in which the program went wrong.
struct Failure {
  EndingKind kind{};
  std::string sentence;              // what went wrong
  std::vector<std::string> details;  // more about it, one line each: which thread waits for what
  std::uint32_t thread = 0;
  std::vector<CodePlace> where;  // innermost first
  std::vector<NamedPlace> places;
  std::string schedule;
  std::string replay;    // the command that runs that schedule again
  std::string scenario;  // for an object test, if a smaller scenario than the test's own fails, too
  std::vector<NamedStep> steps;
  std::vector<SourceExcerpt> source;  // around the places of the steps
  std::vector<MachineCrash> machine_crashes;
  std::string output;                     // the output of that execution
  std::uint64_t count = 1;                // executions that failed at the same place in the same way
  std::uint64_t found_at = 0;             // number of the first of them
  std::optional<CheckedHistory> history;  // for an inconsistency
  std::optional<RaceConsequence> consequence = {};  // for a data race, if Linnet looked for it
};

// The work of one strategy.
struct Stage {
  StrategyKind strategy{};
  std::string bound;  // the bound: "2 preemptions", "1 000 executions, seed 1"; empty: everything
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t redundant = 0;
  std::uint64_t cut = 0;  // ended early, because another one does the same with fewer rounds of a loop
  // What it was the first to see. Orders of two conflicting accesses are counted if strategies take turns,
  // except for dpor.
  std::uint64_t histories = 0, orders = 0;
  bool finished = false;  // it came to the end of its plan
  bool complete = false;  // and that is everything
};

// The results of the serial runs of a test without a specification: the histories that replace one.
struct SerialSummary {
  std::uint64_t full = 0, stuck = 0;  // distinct histories
  std::uint64_t executions = 0;
  double seconds = 0;
};

// The result of conflict serializability for the same executions.
struct ConflictAlarms {
  std::uint64_t executions = 0;  // the number that was judged
  std::uint64_t alarms = 0;      // of these: not conflict-serializable
  std::uint64_t false_ones = 0;  // of these: with a history that keeps the promise
  // The first alarm, a false one if there is one: its operations in a circle, and how to run it.
  std::vector<std::string> cycle;
  std::string schedule;
};

// A place of a loop at which threads were cut.
struct CutLoop {
  CodePlace place;
  std::uint64_t times = 0;
};

// Executions of a memory model that are no interleavings.
struct NonSequential {
  struct Shown {
    std::string schedule;
    std::string replay;  // the command that runs it again
  };
  std::uint64_t executions = 0;
  std::vector<Shown> shown;  // the first few
};

struct ExploredProgram : Finding {
  std::optional<SerialSummary> serial;
  std::vector<std::string>
      declarations;           // the user's declarations that the verdict relies on: "take is declared ..."
  std::vector<Stage> stages;  // the last one decides
  MemoryModel memory_model = MemoryModel::sc;
  bool lists_outputs = false;                    // that was asked for
  std::map<std::string, std::uint64_t> outputs;  // of executions that ended well: how many have each
  std::optional<NonSequential> non_sc;           // if that was asked for
  // Executions that failed or recorded calls, under c11, but that C++20 forbids: they are not judged.
  std::uint64_t forbidden = 0;
  std::uint64_t histories = 0;
  std::uint64_t inconsistent = 0;  // of these
  PaperEffort paper;               // of all executions together
  std::string scenario;            // of an object test
  std::vector<History> examples;   // a few short ones that keep the promise
  std::optional<ConflictAlarms> conflict_alarms;
  std::uint64_t longest = 0;  // steps of the longest execution
  std::uint32_t threads = 1;
  std::size_t racy_places = 0;            // plain accesses in the code that were steps, because they race
  std::vector<Suppression> suppressions;  // all that were given, with the number of races that each matched
  // Places that use orders weaker than seq_cst. Only interleavings were explored, in which every order is
  // seq_cst.
  std::vector<CodePlace> weak_orders;
  std::vector<CodePlace> consumes;         // places that use the order consume, which is run as acquire
  std::vector<CodePlace> unseen_code;      // not instrumented, and not all of its accesses were seen
  std::vector<CodePlace> unordered_looks;  // at clocks: only one order of two unordered readings was tried
  std::vector<CutLoop> cuts;               // where executions were cut, most frequent first
  double share = 0;                        // of the space that was explored, as estimated; 0 if not known
  double cpu_seconds = 0;
  std::vector<ProgressSample> progress;  // of all stages, at equal intervals; empty if the run was short
  std::vector<Failure> failures;
  std::optional<OrderAdvice> order_advice;  // if that was asked for, and it fails
  std::string reason;                       // why nothing can be said; empty if something can
  bool stopped = false;                     // by a limit, or by the user
  // The program uses weaker orders, and this is why it was not explored under c11, or not to the end. Empty if it was, or if
  // that was not tried.
  std::string not_in_c11;
  std::string within;  // for a pass that is not complete: the plan that was carried out

  std::uint64_t races_suppressed() const {
    std::uint64_t sum = 0;
    for (const Suppression& one : suppressions) sum += one.races;
    return sum;
  }
  const Stage& last() const { return stages.back(); }
  bool complete() const { return !stages.empty() && last().complete; }
  ExitStatus status() const {
    if (!failures.empty()) return ExitStatus::violation;
    return reason.empty() ? ExitStatus::pass : ExitStatus::unknown;
  }
};

}  // namespace linnet
