// Measures how long things took.
#pragma once

#include <time.h>

#include <chrono>
#include <utility>

namespace linnet {

class Stopwatch {
 public:
  // Seconds since construction, or since the last lap.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - since_).count(); }
  double lap() {
    const auto now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(since_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point since_ = Clock::now();
};

// The processor time used so far. `clock` is CLOCK_PROCESS_CPUTIME_ID or CLOCK_THREAD_CPUTIME_ID.
inline double processor_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace linnet
