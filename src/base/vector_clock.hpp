// A vector clock: how much of each of several processes is known. Processes that were never mentioned are at
// 0.
//
// The first few processes, mostly all, are stored in place: copying or joining such clocks takes a few
// instructions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace linnet {

class VectorClock {
 public:
  using Time = std::uint32_t;

  Time operator[](std::size_t process) const {
    if (process < kFew) [[likely]]
      return few_[process];
    return process - kFew < more_.size() ? more_[process - kFew] : 0;
  }
  void clear() {
    few_ = {};
    more_.clear();
  }
  void set(std::size_t process, Time time) {
    if (process < kFew) [[likely]] {
      few_[process] = time;
      return;
    }
    if (process - kFew >= more_.size()) more_.resize(process - kFew + 1);
    more_[process - kFew] = time;
  }
  // Sets the times of the first processes, all at once.
  template <class Number>
  void set_first(std::span<const Number> times) {
    if (times.size() > kFew) more_.resize(std::max(more_.size(), times.size() - kFew));
    for (std::size_t i = 0; i < std::min(kFew, times.size()); ++i) few_[i] = times[i];
    for (std::size_t i = kFew; i < times.size(); ++i) more_[i - kFew] = times[i];
  }
  void join(const VectorClock& other) {
    for (std::size_t i = 0; i < kFew; ++i) few_[i] = std::max(few_[i], other.few_[i]);
    if (other.more_.empty()) [[likely]]
      return;
    if (other.more_.size() > more_.size()) more_.resize(other.more_.size());
    for (std::size_t i = 0; i < other.more_.size(); ++i) more_[i] = std::max(more_[i], other.more_[i]);
  }
  // The same as operator=, which is not inlined because of its vector.
  void assign(const VectorClock& other) {
    few_ = other.few_;
    if (more_.empty() && other.more_.empty()) [[likely]]
      return;
    more_ = other.more_;
  }

 private:
  static constexpr std::size_t kFew = 8;
  std::array<Time, kFew> few_{};
  std::vector<Time> more_;
};

}  // namespace linnet
