// BoundedStrategy: the walk.
#include "explore/bounded.hpp"

#include <algorithm>

namespace linnet {

bool BoundedStrategy::next_execution() {
  depth_ = 0;
  preemptions_ = 0;
  running_.reset();
  return !done_;
}

std::uint32_t BoundedStrategy::decide(std::span<const std::uint32_t> options) {
  if (depth_ == used_) {
    if (used_ == path_.size()) path_.emplace_back();
    Decision& decision = path_[used_++];
    decision.chosen = options.front();
    decision.rest.assign(options.rbegin(), options.rend() - 1);
  }
  return path_[depth_++].chosen;
}

std::optional<ThreadNumber> BoundedStrategy::pick(std::span<const Ready> ready) {
  const bool can_go_on = running_ && std::ranges::find(ready, *running_, &Ready::thread) != ready.end();
  options_.clear();
  if (can_go_on) options_.push_back(*running_);
  if (can_go_on && preemptions_ == bound_) {
    cut_ = cut_ || ready.size() > 1;
  } else {
    for (const Ready& r : ready) {
      if (!can_go_on || r.thread != *running_) options_.push_back(r.thread);
    }
  }
  const ThreadNumber thread = decide(options_);
  if (can_go_on && thread != *running_) ++preemptions_;
  running_ = thread;
  return thread;
}

std::uint32_t BoundedStrategy::choose(std::uint32_t alternatives) {
  options_.resize(alternatives);
  for (std::uint32_t a = 0; a < alternatives; ++a) options_[a] = a;
  return decide(options_);
}

void BoundedStrategy::finished(Ending ending) {
  static_cast<void>(ending);
  ++executions_;
  if (!first_round_ && preemptions_ < bound_) ++repeated_;
  used_ = depth_;
  while (used_ > 0 && path_[used_ - 1].rest.empty()) --used_;
  if (used_ > 0) {
    Decision& decision = path_[used_ - 1];
    decision.chosen = decision.rest.back();
    decision.rest.pop_back();
    return;
  }
  if (!cut_ || bound_ == last_) {
    done_ = true;
    return;
  }
  ++bound_;
  cut_ = false;
  first_round_ = false;
}

}  // namespace linnet
