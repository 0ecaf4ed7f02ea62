// Implements SerialStrategy: the depth-first walk through all serial executions.
#include "explore/serial.hpp"

#include <algorithm>

namespace linnet {

bool SerialStrategy::next_execution() {
  path_.restart();
  roles_.assign(1, Role::between);  // main
  operating_.reset();
  background_ran_ = false;
  if (!done_) blocked_ = redundant_ = false;
  return !done_;
}

SerialStrategy::Role& SerialStrategy::role_of(ThreadNumber thread) {
  if (thread >= roles_.size()) roles_.resize(thread + 1, Role::background);
  return roles_[thread];
}

// If the background is to settle, an operation that was called is done before the next one: then its call has a place in
// the order like any other.
std::optional<ThreadNumber> SerialStrategy::called_at_once(std::span<const Ready> ready) const {
  if (settles_) return std::nullopt;
  for (const Ready& r : ready) {
    if (r.expected.calls && !is_serial_(r.thread)) return r.thread;
  }
  return std::nullopt;
}

void SerialStrategy::gather_options(std::span<const Ready> ready) {
  // What goes on before another operation is called: the one under way; otherwise main, or what a thread does after
  // an operation, whichever thread comes first.
  std::optional<ThreadNumber> first;
  options_.clear();
  for (const Ready& r : ready) {
    const Role role = role_of(r.thread);
    if (role == Role::background) {
      if (!r.expected.calls) options_.push_back(r.thread);
    } else if (operating_ ? r.thread == *operating_ : !r.expected.calls && !first) {
      first = r.thread;
    }
  }
  if (!options_.empty()) background_ran_ = true;
  if (first) {
    options_.insert(options_.begin(), *first);
  } else if (!operating_ && !(settles_ && !options_.empty())) {
    for (const Ready& r : ready) {
      if (r.expected.calls) options_.push_back(r.thread);
    }
  }
}

// Without a background, no two executions have the same history.
bool SerialStrategy::was_here() {
  return state_ && background_ran_ && options_.size() > 1 && path_.leads_no_further() &&
         !seen_.insert(state_()).second;
}

std::optional<ThreadNumber> SerialStrategy::pick(std::span<const Ready> ready) {
  if (const auto called = called_at_once(ready)) {
    calls_serial_ = false;
    return called;
  }
  gather_options(ready);
  blocked_ = options_.empty();
  redundant_ = was_here();
  if (blocked_ || redundant_) return std::nullopt;
  const ThreadNumber picked = path_.decide(options_);
  const auto it = std::ranges::find(ready, picked, &Ready::thread);
  calls_serial_ = it->expected.calls && is_serial_(picked);
  return picked;
}

void SerialStrategy::took(const Step& step) {
  if (step.calls) {
    role_of(step.thread) = calls_serial_ ? Role::operating : Role::background;
    if (calls_serial_) operating_ = step.thread;
  }
  if (step.returns && operating_ == step.thread) {
    role_of(step.thread) = Role::between;
    operating_.reset();
  }
}

}  // namespace linnet
