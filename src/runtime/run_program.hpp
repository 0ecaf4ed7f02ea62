// The entry to the runtime: runs the program it is linked into, once per execution that a strategy asks for,
// each from the same state.
//
// The runtime lives in one shared library together with the strategies and everything else of ours that runs
// in that process; the user's program links that library and nothing changes in its sources. The border
// between the two libraries is the border of the snapshot: the program's data and those of its libraries are
// restored before every execution, ours are not.
//
// Who makes such a library defines linnet::runtime::drive(). It is called in place of the program's main,
// after all static constructors.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/outcome.hpp"
#include "schedule/strategy.hpp"

namespace linnet::runtime {

enum class AllocationPolicy : std::uint8_t {
  reuse,       // a freed block is the next one its freeing thread gets: exposes ABA
  quarantine,  // a freed block is never given again in this execution: exposes use after free
};

enum class Races : std::uint8_t {
  off,      // not looked for
  report,   // the first one ends the execution
  explore,  // the same, unless both its places are in RuntimeOptions::racy_places
};

struct RuntimeOptions {
  AllocationPolicy allocation = AllocationPolicy::reuse;
  bool spurious_wakeups = false;
  std::uint64_t most_steps = 1'000'000;
  // Consecutive steps of one thread that change nothing and yet come to no state seen before.
  std::uint64_t most_idle_steps = 10'000;
  std::chrono::milliseconds longest_step{2'000};  // of CPU time without a scheduling point
  bool go_on_after_signal = false;
  bool isolate = false;  // each execution in a process of its own: see isolation.hpp
  // An execution that ends well and leaves blocks unfreed, reachable or not, ends in a leak. Threads that still
  // run when the program ends may hold theirs.
  bool report_leaks = false;
  Races races = Races::report;
  // How often the power may fail in one execution; absent: as the object test says, and never in a plain main.
  std::optional<std::uint32_t> crashes = {};
  // These lines are found as if all stores to them had reached memory: to tell whether that would have helped.
  std::vector<PersistentLine> as_if_persistent = {};
  // Power failures come with all that was stored to persistent memory before them.
  bool note_lines = false;
  // With Races::explore: where plain accesses are steps. Sorted.
  std::vector<CodeOffset> racy_places = {};
  // The call of a recorded operation is a step of its own, which is never blocked, instead of part of the operation's
  // first one.
  bool calls_are_steps = false;
  // The strategy may ask for state_fingerprint().
  bool states_are_compared = false;
};

// For Races::explore, which goes on until no execution ends in a race: start the exploration again with
// these places added. Returns false if they were there.
bool add_places(const DataRace& race, std::vector<CodeOffset>& racy_places);

struct ExecutionReport {
  std::uint64_t number = 0;  // from 0
  std::uint64_t steps = 0;
  Outcome outcome;
  std::span<const PowerFailure> power_failures;
  std::string_view output;  // what it wrote to standard output and error
};

enum class Next : std::uint8_t { go_on, stop };
using ExecutionListener = std::function<Next(const ExecutionReport&)>;

enum class Stopped : std::uint8_t {
  by_strategy,  // next_execution() said no
  by_listener,
  by_signal,  // the process is tainted
};

struct RunReport {
  std::uint64_t executions = 0;
  Stopped stopped = Stopped::by_strategy;
};

// REQUIRES: called from drive(), on the first thread.
RunReport run_program(Strategy& strategy, const RuntimeOptions& options, const ExecutionListener& ended);

// Calls into the program between two executions: what it asks of a specification of the program's own, for one. The
// program is put back afterwards to the state that executions start from.
// REQUIRES: run_program() was called, and no execution is under way.
void visit_program(const std::function<void()>& visit);

// Whether the program brought a main of its own: one that only has object tests needs none.
bool program_has_main();
// What main will be given instead of the process's own arguments. REQUIRES: before run_program().
void set_program_arguments(const std::vector<std::string>& arguments);

// Writes to the process's own standard output, not to the captured one. For drive().
void print(std::string_view text);

// Defined by the maker of the library; what it returns is the exit status of the process.
int drive(std::span<char*> arguments);

}  // namespace linnet::runtime
