// How much time and memory and how many steps a computation may use, and whether it has used them up.
//
// A search calls `spent()` at every step. The call is nearly free: the clock and the resident size are read
// once in a thousand calls, so limits are honoured within milliseconds. Memory is what the kernel counts for
// the process, not what we think we allocated: that is what the user's machine runs out of. Several searches
// on several threads may share one Budget; the first to notice stops all. The limit on steps is for each
// search alone, so the point where it ends depends neither on the machine nor on the other searches.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace linnet {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget() = default;  // no limits
  Budget(std::optional<std::chrono::duration<double>> time, std::optional<std::size_t> memory_bytes,
         std::uint32_t most_steps = kAnyNumber);
  // The budget of a part of the work. It is spent when the whole is, and can be cancelled alone.
  // REQUIRES: `whole` outlives it.
  explicit Budget(const Budget* whole, std::optional<std::chrono::duration<double>> time = std::nullopt);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // True once a limit has been reached, and from then on. `steps` is the caller's own counter, which is
  // incremented here, so that the threads that share the budget do not share a cache line at every step.
  bool spent(std::uint32_t& steps) const {
    if (steps >= most_steps_) return true;
    return ((++steps & kMask) == 0) ? measure() : spent_.load(std::memory_order_relaxed) != Reason::none;
  }
  // Reads the clock and the memory at once: for the start and end of long phases.
  bool measure() const;
  // Ends the work from outside: a competitor was faster, or the user pressed Ctrl-C.
  void cancel() const { set(Reason::cancelled); }

  // Says in words why it is spent: "time limit of 5 s reached". REQUIRES: spent, if only for one search.
  std::string reason() const;

  static constexpr std::uint32_t kAnyNumber = ~std::uint32_t{0};

 private:
  enum class Reason : std::uint8_t { none, time, memory, whole, cancelled };
  static constexpr std::uint32_t kMask = 1023;
  void set(Reason reason) const;

  std::optional<Clock::time_point> deadline_;
  std::optional<std::size_t> memory_;
  double seconds_ = 0;
  std::uint32_t most_steps_ = kAnyNumber;
  const Budget* whole_ = nullptr;
  mutable std::atomic<Reason> spent_ = Reason::none;
};

// A limit ended work that has no partial result, such as reading a file. It is not an InputError: the input
// may be fine.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The resident size of this process in bytes.
std::size_t resident_bytes();

}  // namespace linnet
