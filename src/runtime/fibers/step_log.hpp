// The last steps of an execution in their order, with what they found and left: for rounds of loops that changed something and put it back.
//
// Nothing is kept before a thread is in a loop, and nothing where rounds are not followed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/mostly_empty.hpp"
#include "schedule/step.hpp"

namespace linnet::runtime {

// What is in a location; of a mutex, all that locking and unlocking change.
using Content = std::array<unsigned char, 16>;

inline Content content_at(const Access& access) {
  Content content{};
  std::memcpy(content.data(), reinterpret_cast<const void*>(access.address),
              std::min<std::size_t>(access.size, content.size()));
  return content;
}

// What a step did to its first location. The step has touched no other, but for its thread's birth.
struct StepEffect {
  bool is_known = false;   // otherwise it did something else, or nothing is known of it
  bool is_lock = false;    // it locked a mutex, as soon as that was free, or unlocked it
  bool is_update = false;  // what it wrote depends on what it read, in one step
  bool acquires = false, releases = false;
  Content before{}, after{};
};

struct LoggedStep {
  ThreadNumber thread = 0;
  std::uint8_t access_count = 0;
  std::array<Access, Step::kMostAccesses> accesses{};
  StepEffect effect;

  const Access* begin() const { return accesses.data(); }
  const Access* end() const { return accesses.data() + access_count; }
};

// Positions go on counting when old steps are dropped.
class StepLog {
 public:
  void clear() {
    is_on_ = false;
    steps_.clear();
    dropped_ = 0;
  }
  void turn_on() { is_on_ = true; }
  bool is_on() const { return is_on_; }
  void add(const Step& step, const StepEffect& effect) {
    if (steps_.size() == kMost) {
      steps_.erase(steps_.begin(), steps_.begin() + kMost / 2);
      dropped_ += kMost / 2;
    }
    steps_.push_back({step.thread, step.access_count, step.accesses, effect});
  }
  std::uint64_t end() const { return dropped_ + steps_.size(); }
  bool has_all_since(std::uint64_t position) const { return position >= dropped_; }
  const LoggedStep& at(std::uint64_t position) const { return steps_[position - dropped_]; }

 private:
  static constexpr std::size_t kMost = 1024;  // a round with more steps in between is explored as it is

  bool is_on_ = false;
  MostlyEmpty<LoggedStep> steps_;
  std::uint64_t dropped_ = 0;
};

}  // namespace linnet::runtime
