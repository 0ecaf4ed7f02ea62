// How executions are run. A schedule can be replayed only with the same options.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/execution_ending.hpp"
#include "protocol/order_changes.hpp"
#include "schedule/memory_model.hpp"

namespace linnet::runtime {

enum class AllocationPolicy : std::uint8_t {
  reuse,       // a freed block is the next one its freeing thread gets: exposes ABA
  quarantine,  // a freed block is never given again in this execution: exposes use after free
};

enum class Races : std::uint8_t {
  off,         // not looked for
  report,      // the first one ends the execution
  explore,     // the same, unless both its places are in RuntimeOptions::racy_places
  report_new,  // the same again; but if explore adds a race to these places, it is a failure
};

// What need not be run, because another execution of dpor covers it.
struct Cuts {
  bool loops = false;     // a thread that comes round a loop without effect takes no more steps
  bool barriers = false;  // arrivals at a barrier do not conflict: no more threads use it than it is for
  bool end = false;       // main waits for the others before it ends the program

  bool symmetry = false;  // of threads that nothing tells apart, the first one to be created begins

  // Whether it was there, and is no more.
  bool leave_out(WrongCut wrong) {
    if (wrong == WrongCut::barriers) return std::exchange(barriers, false);
    if (wrong == WrongCut::symmetry) return std::exchange(symmetry, false);
    return wrong == WrongCut::end && std::exchange(end, false);
  }
  auto members() { return std::tie(loops, barriers, end, symmetry); }
  friend bool operator==(const Cuts&, const Cuts&) = default;
};

struct RuntimeOptions {
  AllocationPolicy allocation = AllocationPolicy::reuse;
  bool spurious_wakeups = false;
  std::uint64_t most_steps = 1'000'000;
  // Consecutive steps of one thread that change nothing and yet come to no state seen before.
  std::uint64_t most_idle_steps = 10'000;
  std::chrono::milliseconds longest_step{2'000};  // of CPU time without a scheduling point
  bool go_on_after_signal = false;
  bool isolate = false;  // each execution in a separate process: see run_in_child
  // Clock readings and sleeps conflict with each other: every order of them is explored.
  bool shared_clock = false;
  // An execution that ends well and leaves blocks unfreed, reachable or not, ends in a leak. Threads that
  // still run when the program ends may hold theirs.
  bool report_leaks = false;
  Races races = Races::report;
  // The number of power failures in one execution; absent: that of the object test, and none in a plain main.
  std::optional<std::uint32_t> crashes = {};
  // Also tries crashes that other crashes cover: the slow way, for comparison.
  bool all_crashes = false;
  // These lines are found as if all stores to them had reached memory, to learn whether that would have
  // helped.
  std::vector<PersistentLine> as_if_persistent = {};
  // Power failures are reported with everything that was stored to persistent memory before them.
  bool note_lines = false;
  // With Races::explore: where plain accesses are steps. Sorted.
  std::vector<CodeOffset> racy_places = {};
  // The call of a recorded operation is a separate step, which is never blocked, instead of part of the
  // operation's first step.
  bool calls_are_steps = false;
  Cuts cuts;
  // No execution goes on from a copy of an earlier one (execution_copy.hpp): the slow way, for comparison.
  bool from_the_beginning = false;
  // The strategy may ask for state_fingerprint().
  bool states_are_compared = false;
  // Absent: a read finds the last write.
  std::optional<MemoryModel> memory_model = {};
  // Under a memory model: the orders that are tried instead of the program's, and those that it has are told at the end.
  std::optional<std::vector<OrderChange>> order_changes = {};

  auto members() {
    return std::tie(allocation, spurious_wakeups, most_steps, most_idle_steps, longest_step,
                    go_on_after_signal, isolate, shared_clock, report_leaks, races, crashes, all_crashes,
                    as_if_persistent, note_lines, racy_places, calls_are_steps, cuts, from_the_beginning,
                    states_are_compared, memory_model, order_changes);
  }
};

}  // namespace linnet::runtime
