// Optimal dynamic partial-order reduction: every Mazurkiewicz trace is explored exactly once.
//
// A trace is a class of executions that differ only in the order of neighbouring steps that do not conflict;
// they reach the same states and record the same histories, so one of each class is enough. The algorithm is
// Optimal-DPOR (Abdulla, Aronis, Jonsson, Sagonas: Source sets, a foundation for optimal dynamic partial
// order reduction, JACM 2017), extended to steps that block, steps with several outcomes, and steps of which
// only the execution tells what they are: a compare-exchange that fails is a read, and whether an operation
// returns after a step depends on what the step found.
//
// The idea. Run any execution to its end. Two conflicting steps e, e' of different threads with no other step
// ordered between them are a race: e' could have come first. From the point before e, the sequence
//     v = all later steps that are not ordered after e, then e'
// begins an execution in which it does. v is put into the wakeup tree of that point, unless what was or will
// be explored there covers it. Then the deepest point that has an unexplored sequence is taken up.
//
// Sleep sets say what was explored. When all executions that begin with E.p are done, p sleeps at E, and goes
// on sleeping along E.q, E.q.r, ... until a step is taken that conflicts with p. If a sleeper is a weak
// initial of v (it is independent of v, or occurs in v after steps that are independent of it), then all
// executions that begin with v have been seen.
//
// Example: thread 0 writes x; thread 1 reads y, then x.
//   w0(x) r1(y) r1(x)    race of w0(x) and r1(x): at the start, plan v = r1(y) r1(x)
//   r1(y) r1(x) w0(x)    race of r1(x) and w0(x): after r1(y), v = w0(x). But w0(x) sleeps there: it was the
//                        first branch at the start, and r1(y) did not wake it. Nothing is left.
// Two traces, two executions.
//
// Invariants
//   1. levels_[i] is the point before events_[i], and there is one level more than events. Between
//      executions, they are the part of the next execution that is only replayed, up to its new branch.
//   2. Event number n of thread t happens before another event iff the other's clock has at least n at t.
//      Clocks order the events of one thread, and conflicting events, and what follows from these.
//   3. A thread that sleeps at a level is ready there, and would do exactly what it did when it was explored: no
//      step taken since conflicts with it.
//   4. A sequence in a wakeup tree can be executed from its level, and no sleeper there is a weak initial of
//      it. Hence no execution ends with all threads asleep, and none is explored twice.
//   5. All moves of a sequence but the last were executed after the same predecessors as they will have, so
//      they are known exactly. The last may meet other values.
//   6. Nothing that is in a wakeup tree is ever removed from it except by being explored: other sequences
//      have been dropped because it is there.
//
// What is not known of the last move of a sequence v (invariant 5). Against sleepers and exact moves, only
// what is certain of it counts as a conflict. If that drops v and the move does conflict with the sleeper,
// the sleeper's own executions have that race, with nothing uncertain in it, and planned v. The other way
// round, when a later sequence is compared with an uncertain move in the tree and the answer depends on what
// is not known, the later one is deferred: it waits at that move until the move has been taken.
//
// Blocking. If e' is guarded (a lock), the step it conflicts with just before is often the one that opened it
// (an unlock), and these cannot change places. The race then is with the latest conflicting step before which
// e' was open, see Guard in schedule/step.hpp. Nor can the first step of a thread precede its creation.
// Outcomes. The alternatives of a step are moves that conflict with each other.
// Ends. A step that ends the program while others could go on (exit, a fatal signal) conflicts with all. What was never
// taken, because it waits for ever or because the program ended, is part of races like any other step. The same holds for
// a crash of the machine, after which the program begins again: what was left then races with what came before. Any step may
// turn out to fail, so of a planned move it is not certain that it does not end the program, and no sequence with
// moves of others before it counts as covered by it before it has been taken.
// Example: x = 1, then a failure in the step that reads y; y = 1; two reads of x. A plan "x = 1, read y" does not
// cover "x = 1, read x, read y", though the reads are independent: the failure comes before that read of x.
//
// Cuts. A thread may end where another execution does the same with fewer steps (Strategy::cuts): then it has no more steps, and what is
// explored is a program whose threads end earlier. Where it ends is decided when the point is first reached, and never in the midst of a
// planned sequence, so that what is planned or repeated stays as it was.
//
// Memory: per step of the current execution an event of about 200 bytes, a clock, its level's sleepers (4
// bytes each) and its level's wakeup tree (80 bytes per move). Trees hold only what is not explored yet. In
// the worst case they are exponential in the number of threads; on stacks and queues they stay below a
// hundred moves, on lastzero with 11 threads they need 12 000. peak_nodes tells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/cells.hpp"
#include "explore/wakeup_tree.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class DporStrategy final : public Strategy {
 public:
  // In all executions together. A program with more is not explored any further.
  static constexpr std::uint32_t kMostThreads = 64;

  struct Statistics {
    std::uint64_t executions = 0;   // each a trace of its own
    std::uint64_t blocked = 0;      // given up because all threads slept: never, if steps say what they are
    std::uint64_t cut = 0;          // another one covers them with fewer rounds of a loop
    std::uint64_t redundant = 0;    // ended with a sleeper: an execution cut short that another one covers
    std::uint64_t deepest = 0;      // steps of the longest execution
    std::size_t peak_nodes = 0;     // of wakeup trees
    bool too_many_threads = false;  // more than kMostThreads: the exploration was given up
  };

  DporStrategy();
  DporStrategy(const DporStrategy&) = delete;
  DporStrategy& operator=(const DporStrategy&) = delete;

  bool next_execution() override;
  ThreadNumber pick(std::span<const Ready> ready) override;
  ThreadNumber repeats() override {
    return depth_ < prefix_ ? threads_[events_[depth_].move.thread] : kNoThread;
  }
  std::optional<std::uint32_t> repeated_steps() const override { return prefix_; }
  bool skip(std::uint32_t steps) override {
    depth_ = steps;
    return true;
  }
  std::uint32_t choose(std::uint32_t alternatives) override;
  void took(const Step& step) override;
  bool cuts(ThreadNumber thread, bool is_covered) override;
  bool reorders() const override { return true; }
  void waiting(std::span<const Ready> left) override;
  void finished(Ending ending) override;

  Statistics statistics() const;
  Coverage coverage() const override;
  // Whether everything has been explored.
  bool complete() const { return exhausted_ && !statistics_.too_many_threads && !is_all_cut(); }
  // Another execution goes on where one was cut, so this says that something is wrong: the program may go round for ever.
  bool is_all_cut() const { return exhausted_ && statistics_.executions == 0 && statistics_.cut > 0; }
  // The share of the space that has been explored, if what is not known yet is like what is known: at every
  // level of the current execution all branches weigh the same (Knuth's estimate, along one path). 1 at the
  // end.
  double progress() const override;

  // The position between two executions, as text; a strategy that loads it goes on exactly from there.
  std::optional<std::string> save() const override;
  // Throws InputError. REQUIRES: nothing was explored yet.
  void load(std::string_view text) override;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Event {
    Move move;
    Footprint at_most;  // as announced; besides, any step may return and may fail
    bool conditional = false;
    bool exits = false;  // announced as the end of the program
    bool changes_nothing = false;
    bool taken = true;  // or left, and then it is all as announced
    std::uint8_t birth = Step::kNotBorn;
    std::uint32_t alternatives = 1;
    std::uint32_t number = 0;                // of its thread's events, from 1
    std::uint32_t before_in_thread = kNone;  // its thread's event before it
    std::uint32_t call_before = kNone;       // its thread's event before it that called, or returned
    std::uint32_t return_before = kNone;
    Guard guard = Guard::none;
    std::uint64_t operand = 0;
    std::uint64_t found = 0;
    // The events before it that touched, or wrote, the same cell.
    std::array<std::uint32_t, Step::kMostAccesses> touch_before{};
    std::array<std::uint32_t, Step::kMostAccesses> write_before{};
  };
  struct Level {
    std::uint64_t ready = 0;        // a bit per thread
    std::uint64_t cut = 0;          // threads that end here
    std::uint32_t sleep_begin = 0;  // sleep_[sleep_begin, sleep_end) sleep here
    std::uint32_t sleep_end = 0;
    std::uint32_t done_begin = 0;  // done_ from here on belongs to this level or deeper ones
    std::uint32_t explored = 0;    // branches
    TreeNode unexplored = kNoNode;
  };
  struct LastOnCell {
    std::uint32_t touch = kNone;
    std::uint32_t write = kNone;
  };
  struct LastOfThread {
    std::uint32_t event = kNone;
    std::uint32_t call = kNone;
    std::uint32_t ret = kNone;
  };
  struct Race {
    std::uint32_t first;
    std::uint32_t second;
  };
  struct RaceWithLeft {
    std::uint32_t first;
    Event left;
  };

  const std::uint32_t* clock(std::uint32_t event) const { return &clocks_[event * stride_]; }
  std::uint32_t* clock(std::uint32_t event) { return &clocks_[event * stride_]; }
  bool happens_before(std::uint32_t first, std::uint32_t second) const {
    return clock(second)[events_[first].move.thread] >= events_[first].number;
  }

  // Threads have small numbers here, in the order in which they were first seen. kNoThread if there are too many.
  ThreadNumber small_number(ThreadNumber thread) {
    if (thread < small_numbers_.size() && small_numbers_[thread] != 0) [[likely]]
      return small_numbers_[thread] - 1u;
    return new_small_number(thread);
  }
  ThreadNumber new_small_number(ThreadNumber thread);
  bool look_at(std::span<const Ready> ready, Level& level);
  ThreadNumber free_choice(std::span<const Ready> ready) const;
  Event describe(const Step& step, const Step& expected);
  void relate_to_past(Event& event);
  void append(const Event& event);
  void take(const Step& step);
  void take_as_announced();
  void link(const Event& event, std::uint32_t index);
  void unlink(const Event& event);
  void make_room();

  // The events that may be next before `event` in the order of conflicts, latest first, in candidates_.
  void gather_candidates(const Event& event);
  void gather_on_cell(const Event& event, std::size_t access, Cell cell);
  void add_candidate(const Event& event, std::uint32_t candidate);
  // Sets `row` to the clock before `event` and calls race(first) for every race with it.
  template <typename OnRace>
  void order(const Event& event, std::uint32_t* row, OnRace&& race);
  enum class Reversal : std::uint8_t {
    possible,
    closed,  // the guard would be closed: look for a race further back
    caused,  // the first created the thread of the second
  };
  Reversal reversal(const Event& event, std::uint32_t first) const;
  bool open_without(const Event& event, std::uint32_t first) const;
  bool value_open_without(const Event& event, std::uint32_t first) const;
  bool change_without(const Event& event, std::uint32_t first) const;
  bool was_ready_before(const Event& event, std::uint32_t first) const;
  // The event before `at` that touched the cell. REQUIRES: `at` touched it.
  std::uint32_t touched_before(std::uint32_t at, Cell cell) const;
  std::uint32_t first_change(Cell cell, std::uint32_t first) const;
  std::uint32_t first_touch_in_round(const Event& event, Cell cell) const;
  bool changed_after(std::uint32_t touch, Cell cell, std::uint32_t without) const;

  void descend(const Move& move);
  bool meets_same_values(const Event& without, const Event& event) const;
  void look_at_new_events();
  bool has_new_continuation(std::uint32_t first) const;
  void reverse(std::uint32_t first, const Event& second);
  void plan_uncertain(const Event& event, std::uint32_t alternative);
  void collect_independent_of(std::uint32_t first);
  void plan_alternatives(std::uint32_t index);
  void insert_at(std::uint32_t level);
  void settle_deferred(std::uint32_t level, const Move* taken);
  void backtrack();
  void push_done(const Move& move);

  friend class DporCheckpoint;

  Cells cells_;
  WakeupTrees trees_;
  std::vector<Event> events_;
  std::vector<Level> levels_;
  std::vector<std::uint32_t> clocks_;  // stride_ numbers per event
  std::uint32_t stride_ = 8;
  std::vector<LastOnCell> on_cell_;
  std::array<LastOfThread, kMostThreads> of_thread_{};
  std::vector<ThreadNumber> threads_;        // by small number
  std::vector<std::uint8_t> small_numbers_;  // by number: small number + 1, or 0

  std::vector<Move> done_;            // first moves of explored branches
  std::vector<std::uint32_t> sleep_;  // indices into done_

  // This execution.
  std::uint32_t prefix_ = 0;    // events that are replayed
  std::uint32_t repeated_ = 0;  // the same, when the execution began
  std::uint32_t depth_ = 0;
  std::optional<Ready> picked_;
  std::optional<Branch> planned_;  // from a wakeup tree
  std::uint32_t alternatives_ = 1;
  std::uint32_t with_alternatives_ = 0;  // of the events: those that have some
  std::vector<Race> races_;
  std::vector<RaceWithLeft> races_with_left_;
  bool last_is_new_ = false;  // the last step was not one that is replayed

  bool exhausted_ = false;
  Statistics statistics_;

  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint32_t> row_, dominated_, before_new_;
  std::vector<const Move*> sequence_;
  PlannedMove last_;
  std::vector<PlannedMove> path_;
};

}  // namespace linnet
