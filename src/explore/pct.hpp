// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010).
//
// Every thread gets a random priority, and the ready thread with the highest one runs. At d - 1 random steps
// the thread that is about to run drops below all others. A fault of depth d (one that shows whenever d steps
// come in a certain order) is hit with probability at least 1 / (n k^(d-1)) in an execution of n threads and
// k steps: a guarantee that neither uniform nor sticky choice gives. k is the length of the longest execution
// so far.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/dice.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class PctStrategy final : public Strategy {
 public:
  // REQUIRES: depth > 0.
  PctStrategy(std::uint64_t seed, std::uint64_t executions, std::uint32_t depth = 3)
      : seed_(seed), executions_(executions), depth_(depth) {}

  bool next_execution() override;
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override;
  std::uint32_t choose(std::uint32_t alternatives) override { return dice_.below(alternatives); }
  void took(const Step& step) override { static_cast<void>(step); }
  void finished(Ending ending) override { static_cast<void>(ending); }

 private:
  std::uint64_t& priority(ThreadNumber thread);
  ThreadNumber highest(std::span<const Ready> ready);

  std::uint64_t seed_;
  std::uint64_t executions_;
  std::uint32_t depth_;
  std::uint64_t started_ = 0;
  std::uint32_t longest_ = 1;
  std::uint32_t step_ = 0;
  std::vector<std::uint32_t> changes_;     // steps before which a priority drops
  std::vector<std::uint64_t> priorities_;  // by thread; 0 is none yet
  std::uint64_t lowest_ = 0;               // given at the next change
  Dice dice_{0};
};

}  // namespace linnet
