// Random executions that are guided by earlier ones: the order of steps is decided at locations that turned
// out to be contended.
//
// A location is contended if a thread has touched it after another one, while both were running, and one of the two wrote. Executions are of three
// kinds, drawn at random:
//
//   walk    All orders of the steps at one contended location are about equally likely: the thread that takes the next such step is drawn in
//           proportion to how many it still has to take, by the mean of the executions so far (as in SelectiveWalk). A thread
//           that comes to one out of turn waits. All other steps are taken as by PartialOrderSampling, which is blind to steps that
//           conflict with nothing. It finds faults that need several steps of several threads in an unlikely order.
//   stall   Threads run by random priorities, and up to four times a thread stops before a step at a contended location (as in
//           PctStrategy, where any step will do). It goes on when all others wait, or at once after a number of steps that conflict with its own.
//           It finds faults in which a thread acts on what it saw long ago.
//   return  One thread stops before a compare-exchange at a contended location, and goes on at once when others have written there two times or
//           more: perhaps what it compares with has come back. The others run by random priorities, with one stop at most, and draw new
//           ones after each recorded operation and when it goes on. It finds faults in which a thread does not see that what it has read
//           was something else meanwhile (ABA).
//
// The executions of one seed depend on each other, so a later one needs those before it.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <vector>

#include "explore/sampling.hpp"

namespace linnet {

class GuidedStrategy final : public SamplingStrategy {
 public:
  // `stalls` and `returns` are the shares of executions of the second and the third kind.
  GuidedStrategy(std::uint64_t seed, std::uint64_t executions, double stalls = 0.25, double returns = 0.125)
      : SamplingStrategy(seed, executions), stalls_(stalls), returns_(returns) {}

  ThreadNumber pick(std::span<const Ready> ready) override;
  void took(const Step& step) override;

 private:
  enum class Kind : std::uint8_t { sample, walk, stall, comes_back };
  struct ThreadState {
    std::uint64_t priority = 0;  // 0 is none yet
    std::uint32_t born = 0;      // the step before which it was ready for the first time; 0 is not yet
    double left =
        0;  // walk: steps at the location that are still to come, with those of children not yet born
    std::uint32_t stalls_for = 0;     // stall: conflicts that it waits for
    std::uint32_t awaits_writes = 0;  // return: writes by others of what it is about to compare
    Step stalled{};                   // before this step
  };
  struct Location {
    std::uint64_t address = 0;
    bool contended = false;
    double all_touches = 0;
    std::vector<double> touches = {};  // by thread
    // The last read and write of this execution, and their times; 0 is never.
    std::uint64_t execution = 0;
    ThreadNumber reader = 0, writer = 0;
    std::uint32_t read = 0, written = 0;
  };

  void begin() override;
  Kind draw_kind();
  void plan_walk();
  void plan_stalls(std::uint32_t stops);
  void meet(std::span<const Ready> ready);
  const Ready& next_in_walk(std::span<const Ready> ready);
  const Ready& next_with_stalls(std::span<const Ready> ready);
  std::span<const Ready> without_those_that_give_way(std::span<const Ready> ready);
  const Ready& highest(std::span<const Ready> ready) const;
  bool comes_out_of_turn(const Ready& r, std::span<const Ready> ready);
  ThreadNumber draw_turn(std::span<const Ready> ready);
  void stall(const Ready& r);
  void wake_stalled(const Step& step);
  void await_return(const Ready& r);
  void look_for_return(const Step& step);
  std::uint32_t draw_tosses();
  bool is_at_location(const Step& step) const;
  bool is_contended(const Step& step) const;
  void learn(const Step& step, const Access& access);
  double fraction() { return static_cast<double>(dice_.roll() >> 11) * 0x1p-53; }

  double stalls_, returns_;

  // Learned in all executions.
  absl::flat_hash_map<std::uint64_t, std::uint32_t> numbers_;  // of locations, by address
  std::vector<Location> locations_;
  std::vector<std::uint32_t> contended_;
  std::vector<ThreadNumber> parents_;  // by thread
  std::uint64_t execution_ = 0;
  std::uint32_t most_contended_ = 1;  // steps of an execution
  std::uint64_t all_compares_ = 0;    // compare-exchanges at contended locations

  // The following members are about this execution.
  Kind kind_ = Kind::sample;
  std::vector<ThreadState> threads_;
  std::uint32_t step_ = 0, contended_steps_ = 0, compares_ = 0;
  ThreadNumber running_ = 0;
  std::uint64_t location_ = 0;          // walk: an address; 0 is none
  std::vector<double> expected_;        // walk: steps at the location by thread, with those of children
  std::optional<ThreadNumber> turn_;    // walk: who takes the next step at the location
  std::vector<std::uint32_t> stops_;    // stall, return: contended steps before which a thread stops
  std::uint32_t stops_before_ = 0;      // return: the compare-exchange before which a thread stops
  std::uint64_t top_ = 0, bottom_ = 0;  // stall, return: priorities above and below all others
  std::vector<Ready> others_;           // that do not give way
};

}  // namespace linnet
