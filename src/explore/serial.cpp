// SerialStrategy: the walk.
#include "explore/serial.hpp"

namespace linnet {

bool SerialStrategy::next_execution() {
  path_.restart();
  roles_.assign(1, Role::between);  // main
  operating_.reset();
  if (!done_) blocked_ = false;
  return !done_;
}

SerialStrategy::Role SerialStrategy::role_of(ThreadNumber thread) const {
  return thread < roles_.size() ? roles_[thread] : Role::background;
}

void SerialStrategy::set_role(ThreadNumber thread, Role role) {
  if (thread >= roles_.size()) roles_.resize(thread + 1, Role::background);
  roles_[thread] = role;
}

std::optional<ThreadNumber> SerialStrategy::pick(std::span<const Ready> ready) {
  // What goes on before another operation is called: the one under way; otherwise main, or what a thread does after
  // an operation, whoever comes first.
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
  if (first) {
    options_.insert(options_.begin(), *first);
  } else if (!operating_ && !(settles_ && !options_.empty())) {
    for (const Ready& r : ready) {
      if (r.expected.calls) options_.push_back(r.thread);
    }
  }
  if (options_.empty()) {
    blocked_ = true;
    return std::nullopt;
  }
  return path_.decide(options_);
}

std::uint32_t SerialStrategy::choose(std::uint32_t alternatives) {
  options_.resize(alternatives);
  for (std::uint32_t a = 0; a < alternatives; ++a) options_[a] = a;
  return path_.decide(options_);
}

void SerialStrategy::took(const Step& step) {
  if (step.calls) {
    const bool serial = is_serial_();
    set_role(step.thread, serial ? Role::operating : Role::background);
    if (serial) operating_ = step.thread;
  }
  if (step.returns) {
    set_role(step.thread, Role::between);
    if (operating_ == step.thread) operating_.reset();
  }
}

void SerialStrategy::finished(Ending ending) {
  static_cast<void>(ending);
  done_ = !path_.advance();
}

}  // namespace linnet
