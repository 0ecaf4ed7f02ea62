// Makes random schedules: a uniform one draws the thread of every step anew; in a sticky one the same thread goes on, except
// for a switch with a small probability. The n-th execution depends on the seed and n alone, so any one can be had again.
//
// Uniform choice switches so often that long runs of one thread hardly occur; many faults need exactly one
// switch at the right place, and sticky schedules find those far sooner.
#pragma once

#include <cstdint>
#include <limits>

#include "explore/dice.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class RandomStrategy final : public Strategy {
 public:
  // `switches` is the probability of a switch where the thread could go on; nullopt is uniform.
  RandomStrategy(std::uint64_t seed, std::uint64_t executions, std::optional<double> switches = std::nullopt);
  static RandomStrategy sticky(std::uint64_t seed, std::uint64_t executions, double switches = 1.0 / 16) {
    return {seed, executions, switches};
  }

  bool next_execution() override;
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override;
  std::uint32_t choose(std::uint32_t alternatives) override { return dice_.below(alternatives); }
  void took(const Step& step) override { static_cast<void>(step); }
  void finished(Ending ending) override { static_cast<void>(ending); }

 private:
  std::uint64_t seed_;
  std::uint64_t executions_;
  std::optional<double> switches_;
  std::uint64_t started_ = 0;
  Dice dice_{0};
  std::optional<ThreadNumber> running_;
};

}  // namespace linnet
