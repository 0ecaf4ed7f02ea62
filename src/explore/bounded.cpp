// Implements BoundedStrategy: the depth-first walk of each round.
#include "explore/bounded.hpp"

#include <algorithm>

namespace linnet {

namespace {
constexpr std::string_view kBoundedHeading = "linnet-bounded 1";
}

bool BoundedStrategy::next_execution() {
  path_.restart();
  preemptions_ = 0;
  running_.reset();
  return !done_;
}

ThreadNumber BoundedStrategy::pick(std::span<const Ready> ready) {
  const auto running = running_ ? std::ranges::find(ready, *running_, &Ready::thread) : ready.end();
  const bool can_go_on = running != ready.end() && !running->expected.gives_way;
  options_.clear();
  if (can_go_on) options_.push_back(*running_);
  if (can_go_on && preemptions_ == bound_) {
    cut_ = cut_ || ready.size() > 1;
  } else {
    for (const bool gives_way : {false, true}) {  // those that give way come last
      for (const Ready& r : ready) {
        const bool other = !can_go_on || r.thread != *running_;
        if (other && r.expected.gives_way == gives_way) options_.push_back(r.thread);
      }
    }
  }
  const ThreadNumber thread = path_.decide(options_);
  if (can_go_on && thread != *running_) ++preemptions_;
  running_ = thread;
  return thread;
}

void BoundedStrategy::finished(Ending) {
  ++executions_;
  if (!first_round_ && preemptions_ < bound_) ++repeated_;
  if (path_.advance()) return;
  if (!cut_ || bound_ == last_) {
    done_ = true;
    return;
  }
  ++bound_;
  cut_ = false;
  first_round_ = false;
}

std::optional<std::string> BoundedStrategy::save() const {
  NumberWriter out(kBoundedHeading);
  out.numbers(bound_, cut_, done_, executions_, repeated_, first_round_);
  path_.save(out);
  return out.finish();
}

void BoundedStrategy::load(std::string_view text) {
  NumberReader in(kBoundedHeading, text);
  in.numbers(bound_, cut_, done_, executions_, repeated_, first_round_);
  path_.load(in);
}

}  // namespace linnet
