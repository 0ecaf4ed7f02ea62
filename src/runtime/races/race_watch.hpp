// Watches an execution for data races, and ends it at the first.
//
// Plain accesses are no steps as long as they do not race. In code that relies on plain shared accesses
// (Races::explore, or Races::report_new for those that the user knows of) those found racing are made steps, and races among them are no longer reported; when no
// execution has another, every access that matters is a step and the exploration is as good as if all were.
//
// Where an execution repeats steps of the one before, its accesses were looked at then: the detector is taken back to where the steps begin to differ,
// and rests until then.
//
// The program may say itself that races on some bytes are harmless (tsan_interface.cpp).
//
// No virtual functions: with races looked for, which is the default, every access of the program comes by here.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/debugger.hpp"
#include "runtime/execution.hpp"
#include "runtime/fibers/current.hpp"
#include "runtime/fibers/thread.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/run_program.hpp"

namespace linnet::runtime {

class RaceWatch : private RaceDetector {
 public:
  // REQUIRES: options.races is not off.
  explicit RaceWatch(const RuntimeOptions& options)
      : racy_places_(options.racy_places), explores_(options.races != Races::report) {}

  // `repeated`: so many steps are those of the execution before; nothing if none will ever be repeated.
  void start_execution(std::optional<std::uint32_t> repeated);
  // Whether it does not have to see the repeated steps again.
  bool knows_repeated() const { return mode_ == Mode::rests; }
  // The strategy is about to choose who takes step number `step` of the execution, from 0 on.
  void before_step(std::uint64_t step) {
    if (!first_new_step_ || step < *first_new_step_) return;
    if (mode_ != Mode::rests) make_mark();
    mode_ = Mode::looks;
  }

  using RaceDetector::happened, RaceDetector::meet;
  void fence(ThreadNumber thread, int order) {
    if (mode_ != Mode::rests) RaceDetector::fence(thread, order);
  }
  void acquires(ThreadNumber thread, std::uint64_t object) {
    if (mode_ != Mode::rests) RaceDetector::acquires(thread, object);
  }
  void releases(ThreadNumber thread, std::uint64_t object) {
    if (mode_ != Mode::rests) RaceDetector::releases(thread, object);
  }

  // Races among accesses to these bytes are none, from now on and in this execution.
  void add_benign(const MemoryRange& range);

  // Asked before every plain access: does the strategy choose first?
  bool is_step(std::uint64_t pc) const { return explores_ && is_known_place(pc); }
  // Whether there are any such accesses.
  bool has_steps() const { return explores_ && !racy_places_.empty(); }
  // Whether it is in RuntimeOptions::racy_places.
  bool is_known_place(std::uint64_t pc) const;
  // All accesses, in the order in which they happen.
  void plain(const Thread& thread, const Access& access, std::uint64_t pc) {
    if (mode_ != Mode::looks) [[unlikely]] {
      if (mode_ == Mode::rests) return;
      if (access.writes) tell_of_write(thread, access, pc);
    }
    if (is_before_and_after_all(thread)) return;
    if (RaceDetector::plain(thread.number, access, here(thread, access, pc))) [[unlikely]]
      report(access, {.writes = access.writes}, pc);
  }
  // `order` is the __ATOMIC_* constant as written in the program.
  void atomic(const Thread& thread, const Access& access, AtomicKind kind, int order, std::uint64_t pc) {
    if (mode_ == Mode::rests) return;
    if ((thread.ignored_accesses | thread.ignored_order) != 0) [[unlikely]] {
      if (thread.ignored_order != 0) order = __ATOMIC_RELAXED;
      if (thread.ignored_accesses != 0) return atomic_order(thread.number, access, kind, order);
    }
    if (RaceDetector::atomic(thread.number, access, kind, order, here(thread, access, pc))) [[unlikely]]
      report(access, {.writes = access.writes, .atomic = true}, pc);
  }
  // The same where a graph has told what it orders.
  void atomic_access(const Thread& thread, const Access& access, std::uint64_t pc) {
    if (thread.ignored_accesses != 0) [[unlikely]]
      return;
    if (RaceDetector::atomic_access(thread.number, access, here(thread, access, pc))) [[unlikely]]
      report(access, {.writes = access.writes, .atomic = true}, pc);
  }
  // Ends the execution as if the access raced with itself: where that makes it a step.
  [[noreturn]] void report_unordered(const Thread& thread, const Access& access, std::uint64_t pc);
  void freed(const Thread& thread, const Access& block, std::uint64_t pc) {
    if (mode_ == Mode::rests || is_before_and_after_all(thread)) return;
    if (RaceDetector::freed(thread.number, block, here(thread, block, pc))) [[unlikely]]
      report(block, {.writes = true, .frees = true}, pc);
  }

 private:
  // A thread that is alone has joined all others, and creates those to come: what it does races with nothing, and need not be remembered.
  static bool is_before_and_after_all(const Thread& thread) {
    return current.execution->is_alone(thread) && current.graph == nullptr;
  }
  enum class Mode : std::uint8_t { looks, rests, tells_debugger };  // the last one looks, too
  bool is_benign(const Access& access) const;
  AccessPlace here(const Thread& thread, const Access& access, std::uint64_t pc) const {
    return {pc, thread.calls.moment(), is_step(pc) || (!benign_.empty() && is_benign(access))};
  }
  [[noreturn]] void report(const Access& access, AccessKind kind, std::uint64_t pc);
  void make_mark();

  const std::vector<CodeOffset>& racy_places_;
  bool explores_;
  std::vector<MemoryRange> benign_;
  std::vector<std::size_t> benign_at_mark_;  // how many there were
  std::optional<std::uint32_t> first_new_step_;
  Mode mode_ = Mode::looks;
};

// Those that static constructors have declared: they hold in every execution.
std::vector<MemoryRange>& benign_races_of_constructors();

}  // namespace linnet::runtime
