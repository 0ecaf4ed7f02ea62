// Implements PctStrategy: the priorities, and when they change.
#include "explore/pct.hpp"

#include <algorithm>

namespace linnet {

namespace {

// Priorities drawn at the start are above all that are given at changes.
constexpr std::uint64_t kInitial = std::uint64_t{1} << 63;

}  // namespace

bool PctStrategy::next_execution() {
  if (started_ == executions_) return false;
  dice_ = Dice(mix(seed_, started_++));
  step_ = 0;
  priorities_.clear();
  lowest_ = depth_;
  changes_.clear();
  for (std::uint32_t i = 1; i < depth_; ++i) changes_.push_back(dice_.below(longest_));
  return true;
}

std::uint64_t& PctStrategy::priority(ThreadNumber thread) {
  if (thread >= priorities_.size()) priorities_.resize(thread + 1);
  if (priorities_[thread] == 0) priorities_[thread] = kInitial | dice_.roll();
  return priorities_[thread];
}

ThreadNumber PctStrategy::highest(std::span<const Ready> ready) {
  ThreadNumber best = ready.front().thread;
  for (const Ready& r : ready) {
    if (priority(r.thread) > priority(best)) best = r.thread;
  }
  return best;
}

std::optional<ThreadNumber> PctStrategy::pick(std::span<const Ready> ready) {
  for (auto n = std::ranges::count(changes_, step_); n > 0; --n) priority(highest(ready)) = lowest_--;
  longest_ = std::max(longest_, ++step_);
  return highest(ready);
}

}  // namespace linnet
