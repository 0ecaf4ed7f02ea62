// The entry to the runtime: runs the program it is linked into, once per execution that a strategy asks for,
// each from the same state.
//
// The runtime lives in one shared library together with the strategies and everything else of ours that runs
// in that process; the user's program links that library and nothing changes in its sources. The border
// between the two libraries is the border of the snapshot: the program's data and those of its libraries are
// restored before every execution, ours are not.
//
// Such a library defines linnet::runtime::begin(), which is called before the static constructors of the
// program, and drive(), which is called in place of its main.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fingerprint.hpp"
#include "graph/modelled_memory.hpp"
#include "protocol/execution_ending.hpp"
#include "protocol/not_covered.hpp"
#include "protocol/runtime_options.hpp"
#include "schedule/strategy.hpp"

namespace linnet::runtime {

// Adds places that have to be steps: with Races::explore those of the race, otherwise those in uninstrumented
// code. Start the exploration again with these, until no execution ends in such a race. Returns false if they
// were there already.
bool add_places(const DataRace& race, Races races, std::vector<CodeOffset>& racy_places);

struct ExecutionReport {
  std::uint64_t number = 0;  // from 0
  std::uint64_t steps = 0;
  ExecutionEnding ending;
  std::span<const PowerFailure> power_failures;
  std::string_view output;  // its standard output and error
};

enum class Next : std::uint8_t { go_on, stop };
using ExecutionListener = std::function<Next(const ExecutionReport&)>;

enum class Stopped : std::uint8_t {
  by_strategy,  // next_execution() returned false
  by_listener,
  by_signal,  // the process is tainted
};

struct RunReport {
  std::uint64_t executions = 0;
  Stopped stopped = Stopped::by_strategy;
};

// REQUIRES: called from drive(), on the first thread. Reads get their values from `memory`, or find the last
// write if there is none.
RunReport run_program(Strategy& strategy, const RuntimeOptions& options, const ExecutionListener& ended,
                      ModelledMemory* memory = nullptr);

// Asked now and then in a long execution: whether it is to end where it is, because nobody waits for its end any more.
void set_stop_question(std::function<bool()> is_over);

// What the executions of this process contained that is not explored.
NotCovered not_covered();
// Where threads were cut in them, and how often.
std::vector<std::pair<CallStack, std::uint64_t>> places_of_cuts();
// Numbers that grow whenever not_covered(), or the sum of the numbers of places_of_cuts(), does.
std::uint64_t amount_not_covered();
std::uint64_t number_of_cuts();

// Whether the program has its own main: a program with only object tests needs none.
bool program_has_main();
// The arguments of main, instead of the process's own. REQUIRES: before run_program().
void set_program_arguments(const std::vector<std::string>& arguments);

// Distinguishes states of the program, so that a strategy that visits all of them visits none twice.
//
// A state is everything that the rest of the execution depends on: the program's data and heap, and for every
// living thread its stack, its registers, its TLS and what it waits for. Mutexes and the like keep theirs in
// the program's own data (sync_object.hpp). Remains of earlier calls in unused parts of a frame make equal
// states look different: that costs time, and nothing else. Left out are how far standard input was read and
// the modes of floating-point arithmetic, which operations do not change, and whether a spin loop is known to
// be one (spin_watch.hpp), which only says how often it has to be run.
//
// REQUIRES: in Strategy::pick(), with RuntimeOptions::states_are_compared, without isolation and power
// failures.
Fingerprint state_fingerprint();
// The program's data and heap, and the TLS of the running thread.
Fingerprint memory_fingerprint();

// Writes to the process's own standard output, not to the captured one. For drive().
void print(std::string_view text);

// Defined by the library that contains the runtime. drive() returns the exit status of the process.
void begin(char** arguments);
int drive(std::span<char*> arguments);

}  // namespace linnet::runtime
