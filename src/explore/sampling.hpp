// Makes random schedules, in two ways. The n-th execution depends only on the seed and n, so any one can be
// repeated alone.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "schedule/numbers.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

// Draws random numbers for schedules: small, fast, and the same on every machine, which std distributions are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t roll() { return mix(state_ += 0x9e3779b97f4a7c15u); }
  // Draws a number uniformly from [0, n), up to one part in 2^32. REQUIRES: n > 0.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((roll() >> 32) * std::uint64_t{n}) >> 32);
  }
  bool happens(double probability) { return static_cast<double>(roll() >> 11) * 0x1p-53 < probability; }

 private:
  std::uint64_t state_;
};

// A number of executions, each with its own dice.
class SamplingStrategy : public Strategy {
 public:
  bool next_execution() final {
    if (started_ == executions_) return false;
    dice_ = Dice(mix(seed_, started_++));
    begin();
    return true;
  }
  std::uint32_t choose(std::uint32_t alternatives) final { return dice_.below(alternatives); }
  std::uint32_t look_back(std::span<const std::uint32_t> distances) final {
    return distances[dice_.below(static_cast<std::uint32_t>(distances.size()))];
  }
  Coverage coverage() const final { return {.executions = started_}; }
  std::optional<std::string> save() const final;
  void load(std::string_view text) final;

 protected:
  SamplingStrategy(std::uint64_t seed, std::uint64_t executions) : seed_(seed), executions_(executions) {}
  // Called before each execution.
  virtual void begin() = 0;

  Dice dice_{0};
  std::uint32_t longest_ = 1;  // steps of the longest execution so far, for strategies that need it

 private:
  std::uint64_t seed_, executions_, started_ = 0;
};

// A uniform schedule draws the thread of every step anew; in a sticky one the same thread continues, except
// for a switch with a small probability.
//
// Uniform choice switches so often that long runs of one thread hardly occur; many faults need exactly one
// switch at the right place, and sticky schedules find those far sooner.
class RandomStrategy final : public SamplingStrategy {
 public:
  // `switches` is the probability of a switch if the thread could continue; nullopt is uniform.
  RandomStrategy(std::uint64_t seed, std::uint64_t executions, std::optional<double> switches = std::nullopt)
      : SamplingStrategy(seed, executions), switches_(switches) {}
  static RandomStrategy sticky(std::uint64_t seed, std::uint64_t executions, double switches = 1.0 / 16) {
    return {seed, executions, switches};
  }

  ThreadNumber pick(std::span<const Ready> ready) override;

 private:
  void begin() override { running_.reset(); }

  std::optional<double> switches_;
  std::optional<ThreadNumber> running_;
};

// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010).
//
// Every thread gets a random priority, and the ready thread with the highest one runs. At d - 1 random steps
// the thread that is about to run drops below all others. A fault of depth d (one that shows whenever d steps
// come in a certain order) is hit with probability at least 1 / (n k^(d-1)) in an execution of n threads and
// k steps: a guarantee that neither uniform nor sticky choice gives. k is the length of the longest execution
// so far.
class PctStrategy final : public SamplingStrategy {
 public:
  // REQUIRES: depth > 0.
  PctStrategy(std::uint64_t seed, std::uint64_t executions, std::uint32_t depth = 3)
      : SamplingStrategy(seed, executions), depth_(depth) {}

  ThreadNumber pick(std::span<const Ready> ready) override;

 private:
  void begin() override;
  std::uint64_t& priority(ThreadNumber thread);
  ThreadNumber highest(std::span<const Ready> ready);

  std::uint32_t depth_, step_ = 0;
  std::vector<std::uint32_t> changes_;     // steps before which a priority drops
  std::vector<std::uint64_t> priorities_;  // by thread; 0 is none yet
  std::uint64_t lowest_ = 0;               // given at the next change
};

}  // namespace linnet
