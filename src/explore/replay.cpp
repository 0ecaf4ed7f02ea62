// Implements ReplayStrategy: the choices of the schedule, one after the other.
#include "explore/replay.hpp"

#include <algorithm>

namespace linnet {

void ReplayStrategy::fail(const std::string& why) {
  if (goes_on_) {
    at_ = schedule_.choices.size();
    return;
  }
  if (!misfit_)
    misfit_ =
        "choice " + std::to_string(at_ + 1) + " of " + std::to_string(schedule_.choices.size()) + ": " + why;
}

namespace {

bool is_ready(ThreadNumber thread, std::span<const Ready> ready) {
  return std::ranges::find(ready, thread, &Ready::thread) != ready.end();
}

}  // namespace

ThreadNumber ReplayStrategy::free_choice(std::span<const Ready> ready) {
  if (!running_ || !is_ready(*running_, ready)) running_ = ready.front().thread;
  return *running_;
}

ThreadNumber ReplayStrategy::pick(std::span<const Ready> ready) {
  if (misfit_) return kNoThread;
  if (at_ == schedule_.choices.size()) return free_choice(ready);
  const Choice choice = schedule_.choices[at_];
  if (choice.kind == Choice::Kind::outcome) {
    fail("expected a thread's turn, found outcome " + std::to_string(choice.value));
  } else if (choice.kind == Choice::Kind::back) {
    fail("the step before it reads and writes nothing but the last");
  } else if (!is_ready(choice.value, ready)) {
    fail("thread " + std::to_string(choice.value) + " cannot go on here");
  } else {
    ++at_;
    running_ = choice.value;
    return choice.value;
  }
  return goes_on_ ? free_choice(ready) : kNoThread;
}

std::uint32_t ReplayStrategy::choose(std::uint32_t alternatives) {
  if (misfit_ || at_ == schedule_.choices.size()) return 0;
  const Choice choice = schedule_.choices[at_];
  if (choice.kind != Choice::Kind::outcome) {
    fail("expected one of " + std::to_string(alternatives) + " outcomes, found a turn of thread " +
         std::to_string(choice.value));
    return 0;
  }
  if (choice.value >= alternatives) {
    fail("there are " + std::to_string(alternatives) + " outcomes, and none with number " +
         std::to_string(choice.value));
    return 0;
  }
  ++at_;
  return choice.value;
}

std::uint32_t ReplayStrategy::look_back(std::span<const std::uint32_t> distances) {
  if (misfit_ || at_ == schedule_.choices.size() || schedule_.choices[at_].kind != Choice::Kind::back)
    return distances.front();
  const std::uint32_t distance = schedule_.choices[at_].value;
  if (std::ranges::find(distances, distance) == distances.end()) {
    fail("nothing that the memory model allows lies " + std::to_string(distance) + " before the last write");
    return distances.front();
  }
  ++at_;
  return distance;
}

void ReplayStrategy::finished(Ending ending) {
  if (ending != Ending::abandoned && at_ != schedule_.choices.size()) fail("the execution has ended already");
}

}  // namespace linnet
