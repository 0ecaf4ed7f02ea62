// How long things took.
#pragma once

#include <chrono>
#include <utility>

namespace linnet {

class Stopwatch {
 public:
  // Seconds since it was made, or since the last lap.
  double lap() {
    const auto now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(since_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point since_ = Clock::now();
};

}  // namespace linnet
