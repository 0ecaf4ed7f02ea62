// Waits for threads that may never finish, as long as their calls return.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace linnet {

// Waits until done(), which is true only after `changed` was notified. Returns false if progress(), a number
// that grows while work goes on, has stayed the same for `patience`. glance() is called from time to time.
template <class Done, class Progress, class Glance>
bool wait_patiently(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                    std::chrono::duration<double> patience, Done done, Progress progress, Glance glance) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kGlance = std::chrono::milliseconds(20);
  std::uint64_t before = progress();
  auto moved = Clock::now();
  while (!changed.wait_for(lock, kGlance, done)) {
    glance();
    const std::uint64_t now = progress();
    if (now != before) moved = Clock::now();
    before = now;
    if (Clock::now() - moved > patience) return false;
  }
  return true;
}

}  // namespace linnet
