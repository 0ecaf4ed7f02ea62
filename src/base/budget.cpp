// Implements Budget with the clock and the kernel's view of our memory.
#include "base/budget.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "linnet/value.hpp"

namespace linnet {

Budget::Budget(std::optional<std::chrono::duration<double>> time, std::optional<std::size_t> memory_bytes,
               std::uint32_t most_steps)
    : memory_(memory_bytes), most_steps_(most_steps) {
  if (time) {
    seconds_ = time->count();
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(*time);
  }
}

Budget::Budget(const Budget* whole, std::optional<std::chrono::duration<double>> time)
    : Budget(time, std::nullopt, whole->most_steps_) {
  whole_ = whole;
}

void Budget::set(Reason reason) const {
  Reason none = Reason::none;
  spent_.compare_exchange_strong(none, reason);
}

bool Budget::measure() const {
  if (deadline_ && Clock::now() >= *deadline_) set(Reason::time);
  if (memory_ && resident_bytes() > *memory_) set(Reason::memory);
  if (whole_ != nullptr && whole_->measure()) set(Reason::whole);
  return spent_.load(std::memory_order_relaxed) != Reason::none;
}

std::string Budget::reason() const {
  switch (spent_.load()) {
    case Reason::none:
      return "the usual limit of " + std::to_string(most_steps_) +
             " steps reached (--time 1h goes on for that long)";
    case Reason::time: return "time limit of " + Value(seconds_).to_json() + " s reached";
    case Reason::memory:
      return "memory limit of " + std::to_string(memory_.value_or(0) / 1'000'000) + " MB reached";
    case Reason::whole: return whole_->reason();
    case Reason::cancelled: return "interrupted";
  }
  return "";
}

std::size_t resident_bytes() {
  static const int statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128];
  const ssize_t n = pread(statm, text, sizeof text - 1, 0);
  if (n <= 0) return 0;
  text[n] = '\0';
  char* after_total = nullptr;
  std::strtoull(text, &after_total, 10);
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return std::strtoull(after_total, nullptr, 10) * page;
}

}  // namespace linnet
