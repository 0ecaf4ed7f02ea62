// Time as one thread knows it: virtual nanoseconds since the execution began.
//
// Every thread has a time of its own, which is later than the times of all steps before it in the order of conflicts (a step
// learns them from what it touches), and nothing else. So looks at clocks conflict with nothing. It is what a clock that all share
// may show: put the steps in the order of their times, and it is an execution of the same trace.
//
// Time passes by sleeping, by timeouts, and by looking. A loop that looks again and again from one place and changes nothing waits
// for time to pass, so it passes faster and faster there: whatever the deadline is, it is over after a few rounds. A sleep may
// take longer, too.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "schedule/step.hpp"

namespace linnet::runtime {

class ThreadTime {
 public:
  void clear() {
    now_ = 0;
    looks_.clear();
  }
  std::uint64_t now() const { return now_; }
  void pass(std::uint64_t nanoseconds) { now_ += nanoseconds; }
  void be_at_least(std::uint64_t time) { now_ = std::max(now_, time); }

  // The thread looks at a clock. `place` tells places apart, `changes` how often it changed something.
  void look(std::uint64_t place, std::uint64_t changes) {
    constexpr std::uint64_t kMicro = 1'000;
    constexpr std::array kSpans{kMicro,       kMicro,       kMicro << 10, kMicro << 20,
                                kMicro << 30, kMicro << 40, kMicro << 48};
    const std::uint32_t before = times_here(place, changes);
    if (before < kSpans.size() && now_ < kLongest) pass(kSpans[before]);
  }
  void sleep(std::uint64_t nanoseconds, std::uint64_t place, std::uint64_t changes) {
    pass(nanoseconds);
    const std::uint32_t before = times_here(place, changes);
    for (std::uint32_t i = 1; i < before && nanoseconds << 10 < kLongest && now_ < kLongest; ++i)
      nanoseconds <<= 10;
    if (before > 1 && now_ < kLongest) pass(nanoseconds);
  }

 private:
  static constexpr std::uint64_t kLongest = std::uint64_t{1} << 58;  // nine years: then time stands still

  struct Look {
    std::uint64_t place;
    std::uint32_t times;
  };

  // How often it was here since it last changed something.
  std::uint32_t times_here(std::uint64_t place, std::uint64_t changes) {
    if (changes != changes_) looks_.clear();
    changes_ = changes;
    const auto here = std::ranges::find(looks_, place, &Look::place);
    if (here != looks_.end()) return here->times++;
    looks_.push_back({place, 1});
    return 0;
  }

  std::uint64_t now_ = 0;
  std::uint64_t changes_ = 0;
  std::vector<Look> looks_;
};

// The times of steps, by what they touched.
class TimesOfSteps {
 public:
  void clear() {
    marks_.clear();
    calls_ = returns_ = 0;
    passes_ = false;
  }
  // From now on it matters.
  void time_passes() { passes_ = true; }

  void learn(const Step& step, ThreadTime& time) const {
    if (passes_) [[unlikely]]
      learn_all(step, time);
  }
  // The step is over.
  void took(const Step& step, ThreadTime& time) {
    if (!passes_) [[likely]]
      return;
    learn_all(step, time);
    for (const Access& access : step.touched()) mark(step.thread, access, time.now());
    if (step.calls) calls_ = std::max(calls_, time.now());
    if (step.returns) returns_ = std::max(returns_, time.now());
  }

 private:
  static constexpr std::uint64_t kAfter = 1'000;  // what is later is later by this at least

  struct Mark {
    ThreadNumber thread;  // the latest one
    Access access;
    std::uint64_t read, written;
  };

  void learn_all(const Step& step, ThreadTime& time) const {
    for (const Access& access : step.touched()) {
      for (const Mark& mark : marks_) {
        if (mark.thread == step.thread || !overlap(mark.access, access)) continue;
        const std::uint64_t then = access.writes ? std::max(mark.read, mark.written) : mark.written;
        if (then != 0) time.be_at_least(then + kAfter);
      }
    }
    if (step.calls) time.be_at_least(returns_);
    if (step.returns) time.be_at_least(calls_);
  }
  void mark(ThreadNumber thread, const Access& access, std::uint64_t now) {
    const auto is_same = [&](const Mark& mark) {
      return mark.thread == thread && mark.access.address == access.address &&
             mark.access.size == access.size;
    };
    auto at = std::ranges::find_if(marks_, is_same);
    if (at == marks_.end()) at = marks_.insert(at, {thread, access, 0, 0});
    (access.writes ? at->written : at->read) = now;
  }

  std::vector<Mark> marks_;  // one for each thread and location
  std::uint64_t calls_ = 0, returns_ = 0;
  bool passes_ = false;
};

}  // namespace linnet::runtime
