// Limits how often expensive work is done: not before a second has passed, and in at most a twentieth of the
// time.
#pragma once

#include <algorithm>
#include <chrono>

namespace linnet {

class Pace {
 public:
  // Calls `work` if it is time to.
  template <class Work>
  void now_and_then(Work work) {
    constexpr Clock::duration kLeast = std::chrono::seconds(1);
    constexpr int kShare = 20;
    const Clock::time_point begin = Clock::now();
    if (begin - last_ < pause_) return;
    work();
    last_ = Clock::now();
    pause_ = std::max(kLeast, kShare * (last_ - begin));
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  Clock::duration pause_ = std::chrono::seconds(1);
};

}  // namespace linnet
