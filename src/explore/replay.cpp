// ReplayStrategy.
#include "explore/replay.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace linnet {

void ReplayStrategy::fail(const std::string& why) {
  if (!misfit_) misfit_ = fmt::format("choice {} of {}: {}", at_ + 1, schedule_.choices.size(), why);
}

std::optional<ThreadNumber> ReplayStrategy::pick(std::span<const Ready> ready) {
  if (misfit_) return std::nullopt;
  const auto is_ready = [&](ThreadNumber t) {
    return std::ranges::find(ready, t, &Ready::thread) != ready.end();
  };
  if (at_ == schedule_.choices.size()) {
    if (!running_ || !is_ready(*running_)) running_ = ready.front().thread;
    return running_;
  }
  const Choice choice = schedule_.choices[at_];
  if (choice.kind == Choice::Kind::outcome) {
    fail(fmt::format("expected a thread's turn, found outcome {}", choice.value));
    return std::nullopt;
  }
  if (!is_ready(choice.value)) {
    fail(fmt::format("thread {} cannot go on here", choice.value));
    return std::nullopt;
  }
  ++at_;
  return running_ = choice.value;
}

std::uint32_t ReplayStrategy::choose(std::uint32_t alternatives) {
  if (misfit_ || at_ == schedule_.choices.size()) return 0;
  const Choice choice = schedule_.choices[at_];
  if (choice.kind == Choice::Kind::thread) {
    fail(fmt::format("expected one of {} outcomes, found a turn of thread {}", alternatives, choice.value));
    return 0;
  }
  if (choice.value >= alternatives) {
    fail(fmt::format("there are {} outcomes, and none with number {}", alternatives, choice.value));
    return 0;
  }
  ++at_;
  return choice.value;
}

void ReplayStrategy::finished(Ending ending) {
  if (ending != Ending::abandoned && at_ != schedule_.choices.size()) fail("the execution has ended already");
}

}  // namespace linnet
