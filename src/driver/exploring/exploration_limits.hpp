// The limits of an exploration: time, memory, and Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/budget.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/exploring/exploration.hpp"

namespace linnet {

// After a limit was reached, an exploration has this much time to end with the results so far.
constexpr std::chrono::seconds kTimeToEnd(1);

// The memory limit is for Linnet and the program's processes together.
class ExplorationLimits {
 public:
  ExplorationLimits(const ExplorationRequest& request, const ExplorationWatch& watch)
      : memory_(request.memory.value_or(most_of_the_memory())),
        budget_(
            request.seconds ? std::optional(std::chrono::duration<double>(*request.seconds)) : std::nullopt,
            memory_),
        watch_(watch) {}

  // The limit that was reached, if the program's processes have so many bytes; empty if none was.
  std::string reached(std::size_t bytes) {
    if (reached()) return budget_.reason();
    if (resident_bytes() + bytes > memory_)
      return fmt::format("memory limit of {} MB reached", memory_ / 1'000'000);
    return "";
  }
  // The same without the memory of the program's processes.
  bool reached() const {
    if (watch_.interrupted()) budget_.cancel();
    return budget_.measure();
  }
  std::string reason() const { return budget_.reason(); }
  // Whether a limit was reached so long ago that Linnet waits for no more answers. May be called on any
  // thread.
  bool is_over() const {
    if (!reached()) return false;
    const Clock::rep now = Clock::now().time_since_epoch().count();
    Clock::rep since = 0;
    if (reached_at_.compare_exchange_strong(since, now)) return false;
    return now - since > Clock::duration(kTimeToEnd).count();
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t memory_;
  Budget budget_;
  const ExplorationWatch& watch_;
  mutable std::atomic<Clock::rep> reached_at_ = 0;
};

}  // namespace linnet
