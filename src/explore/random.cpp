// Implements RandomStrategy: uniform and sticky choice.
#include "explore/random.hpp"

#include <algorithm>

namespace linnet {

RandomStrategy::RandomStrategy(std::uint64_t seed, std::uint64_t executions, std::optional<double> switches)
    : seed_(seed), executions_(executions), switches_(switches) {}

bool RandomStrategy::next_execution() {
  if (started_ == executions_) return false;
  dice_ = Dice(mix(seed_, started_++));
  running_.reset();
  return true;
}

std::optional<ThreadNumber> RandomStrategy::pick(std::span<const Ready> ready) {
  const bool can_go_on = running_ && std::ranges::find(ready, *running_, &Ready::thread) != ready.end();
  if (!switches_ || !can_go_on || dice_.happens(*switches_)) {
    running_ = ready[dice_.below(static_cast<std::uint32_t>(ready.size()))].thread;
  }
  return running_;
}

}  // namespace linnet
