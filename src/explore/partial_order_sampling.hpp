// Partial order sampling (Yuan, Yang, Gu, Partial order aware concurrency sampling, CAV 2018): every step
// gets a random priority when it is due, and the ready step with the highest one is taken. A step that
// conflicts with the one that was taken draws again.
//
// Steps that conflict with nothing keep their priority as long as they wait. So a thread can stay behind for
// long, and the order of each two conflicting steps is drawn anew, however many steps lie between them.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/sampling.hpp"

namespace linnet {

class PartialOrderSampling final : public SamplingStrategy {
 public:
  PartialOrderSampling(std::uint64_t seed, std::uint64_t executions) : SamplingStrategy(seed, executions) {}

  ThreadNumber pick(std::span<const Ready> ready) override;

 private:
  void begin() override { priorities_.clear(); }

  std::vector<std::uint64_t> priorities_;  // by thread; 0 is none yet
};

}  // namespace linnet
