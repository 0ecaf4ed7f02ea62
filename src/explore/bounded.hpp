// Explores all schedules with at most k preemptions, for k = 0, 1, 2, ...: the first failure found has the
// fewest switches.
//
// A preemption is a switch away from a thread that could have continued (Musuvathi and Qadeer, Iterative
// context bounding, PLDI 2007). Switches when a thread blocks or ends are free. Most faults need two
// preemptions or fewer, and for a fixed k the number of schedules grows only polynomially in the number of
// steps.
//
// Round k is a depth-first walk that remembers only its current path, so the schedules with fewer preemptions
// come up again in it (`repeated` counts them); for programs of n steps that is about one in n / k.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "explore/decision_path.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class BoundedStrategy final : public Strategy {
 public:
  static constexpr std::uint32_t kNoBound = std::numeric_limits<std::uint32_t>::max();

  // Explores the rounds first, first + 1, ..., last; it stops sooner if the bound did not limit a round.
  explicit BoundedStrategy(std::uint32_t first = 0, std::uint32_t last = kNoBound)
      : bound_(first), last_(last) {}

  bool next_execution() override;
  ThreadNumber pick(std::span<const Ready> ready) override;
  std::uint32_t choose(std::uint32_t alternatives) override { return path_.decide(alternatives); }
  void finished(Ending) override;

  Coverage coverage() const override {
    return {
        .executions = executions_, .redundant = repeated_, .complete = complete(), .shortest_first = true};
  }

  std::optional<std::string> save() const override;
  void load(std::string_view text) override;

  std::uint32_t bound() const { return bound_; }    // of the current round
  bool complete() const { return done_ && !cut_; }  // all schedules, not only those within the bound
  std::uint64_t executions() const { return executions_; }
  std::uint64_t repeated() const { return repeated_; }

 private:
  std::uint32_t bound_;
  std::uint32_t last_;
  DecisionPath path_;
  std::optional<ThreadNumber> running_;
  std::uint32_t preemptions_ = 0;
  bool cut_ = false;  // in this round a preemption was refused
  bool done_ = false;
  std::uint64_t executions_ = 0, repeated_ = 0;
  bool first_round_ = true;
  std::vector<std::uint32_t> options_;
};

}  // namespace linnet
