// Strategies that are too simple to be wrong: exhaustive depth-first search, random choice, and random branches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "schedule/strategy.hpp"

namespace linnet::runtime {

// Tries every choice at every point, by replaying the choices before the last one that has an alternative
// left.
class DepthFirstStrategy final : public Strategy {
 public:
  bool next_execution() override {
    position_ = 0;
    if (!started_) return started_ = true;
    while (!path_.empty() && path_.back().taken + 1 == path_.back().alternatives) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().taken;
    return true;
  }
  ThreadNumber pick(std::span<const Ready> ready) override {
    return ready[decide(static_cast<std::uint32_t>(ready.size()))].thread;
  }
  std::uint32_t choose(std::uint32_t alternatives) override { return decide(alternatives); }

 private:
  struct Branch {
    std::uint32_t taken;
    std::uint32_t alternatives;
  };
  std::uint32_t decide(std::uint32_t alternatives) {
    if (position_ == path_.size()) path_.push_back({0, alternatives});
    return path_[position_++].taken;
  }

  std::vector<Branch> path_;
  std::size_t position_ = 0;
  bool started_ = false;
};

// Uniform, or sticky: stays with a thread that can continue, except one time in `stickiness`.
class RandomStrategy final : public Strategy {
 public:
  RandomStrategy(std::uint64_t executions, std::uint64_t seed, std::uint32_t stickiness)
      : left_(executions), state_(seed * 2 + 1), stickiness_(stickiness) {}

  bool next_execution() override { return left_-- > 0; }
  ThreadNumber pick(std::span<const Ready> ready) override {
    if (ready.size() == 1) return last_ = ready[0].thread;
    if (stickiness_ > 1 && below(stickiness_) != 0) {
      for (const Ready& r : ready) {
        if (r.thread == last_) return last_;
      }
    }
    return last_ = ready[below(static_cast<std::uint32_t>(ready.size()))].thread;
  }
  std::uint32_t choose(std::uint32_t alternatives) override { return below(alternatives); }

 private:
  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(((state_ >> 32) * n) >> 32);
  }

  std::int64_t left_;
  std::uint64_t state_;
  std::uint32_t stickiness_;
  ThreadNumber last_ = 0;
};

// Every execution begins as the one before, for a random number of steps, and goes on at random.
class BranchingStrategy final : public Strategy {
 public:
  BranchingStrategy(std::uint64_t executions, std::uint64_t seed) : random_(executions, seed, 3) {}

  bool next_execution() override {
    const auto most = static_cast<std::uint32_t>(path_.size());
    repeated_ = most == 0 ? 0 : most - 1 - std::min(random_.choose(most), random_.choose(most));
    path_.resize(repeated_);
    step_ = 0;
    return random_.next_execution();
  }
  std::optional<std::uint32_t> repeated_steps() const override { return repeated_; }
  bool skip(std::uint32_t steps) override {
    step_ = steps;
    return true;
  }
  ThreadNumber pick(std::span<const Ready> ready) override {
    outcome_ = 0;
    if (step_++ >= repeated_) path_.push_back({random_.pick(ready), {}});
    return path_[step_ - 1].thread;
  }
  std::uint32_t choose(std::uint32_t alternatives) override {
    std::vector<std::uint32_t>& outcomes = path_[step_ - 1].outcomes;
    if (step_ > repeated_) outcomes.push_back(random_.choose(alternatives));
    return outcomes[outcome_++];
  }

 private:
  struct Taken {
    ThreadNumber thread;
    std::vector<std::uint32_t> outcomes;
  };
  RandomStrategy random_;
  std::vector<Taken> path_;
  std::uint32_t repeated_ = 0, step_ = 0;
  std::size_t outcome_ = 0;
};

}  // namespace linnet::runtime
