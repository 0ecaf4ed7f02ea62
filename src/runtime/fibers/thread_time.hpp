// Time as one thread knows it: virtual nanoseconds since the execution began.
//
// Every thread has a time of its own, which is later than the times of all steps before it in the order of conflicts (a step
// learns them from what it touches), and nothing else. So looks at clocks conflict with nothing. It is what a clock that all share
// may show: put the steps in the order of their times, and it is an execution of the same trace.
//
// Time passes by sleeping, by timeouts, and by looking. A loop that looks again and again from one place and changes nothing waits
// for time to pass, so it passes faster and faster there: whatever the deadline is, it is over after a few rounds.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/mostly_empty.hpp"
#include "schedule/step.hpp"

namespace linnet::runtime {

// How many looks at clocks of each thread come before, in the order of conflicts. Times cannot tell: of two looks that nothing orders, one
// is later, too.
class KnownLooks {
 public:
  std::uint32_t of(ThreadNumber thread) const {
    const auto known = std::ranges::find(looks_, thread, &Known::first);
    return known == looks_.end() ? 0 : known->second;
  }
  void know(ThreadNumber thread, std::uint32_t looks) {
    const auto known = std::ranges::find(looks_, thread, &Known::first);
    if (known == looks_.end()) {
      looks_.emplace_back(thread, looks);
    } else {
      known->second = std::max(known->second, looks);
    }
  }
  void know(const KnownLooks& others) {
    for (const auto& [thread, looks] : others.looks_) know(thread, looks);
  }
  void clear() { looks_.clear(); }

 private:
  using Known = std::pair<ThreadNumber, std::uint32_t>;
  MostlyEmpty<Known> looks_;
};

class ThreadTime {
 public:
  void clear() {
    now_ = 0;
    looks_.clear();
    known.clear();
  }
  KnownLooks known;
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
  MostlyEmpty<Look> looks_;
};

// The times of steps, by what they touched.
class TimesOfSteps {
 public:
  void clear() {
    marks_.clear();
    calls_ = returns_ = {};
    looks_.clear();
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
    for (const Access& access : step.touched()) mark(step.thread, access, time);
    if (step.calls) calls_.note(time);
    if (step.returns) returns_.note(time);
  }

  // The thread looks at a clock; `place` tells places apart. Calls `found` with the place of every look of another thread that nothing
  // orders with this one.
  void looks(ThreadNumber thread, std::uint32_t place, ThreadTime& time, auto found) {
    std::uint32_t number = 1;
    Look* same = nullptr;
    for (Look& look : looks_) {
      if (look.thread != thread) {
        if (look.number > time.known.of(look.thread)) found(look.place);
        continue;
      }
      number = std::max(number, look.number + 1);
      if (look.place == place) same = &look;
    }
    if (same == nullptr) same = &looks_.emplace_back(thread, place);
    same->number = number;
    time.known.know(thread, number);
  }

 private:
  static constexpr std::uint64_t kAfter = 1'000;  // what is later is later by this at least

  // What a step knew, and so does every later one that conflicts with it.
  struct Moment {
    std::uint64_t time = 0;
    KnownLooks known;

    void note(const ThreadTime& at) {
      time = std::max(time, at.now());
      known.know(at.known);
    }
    void learn(ThreadTime& later, std::uint64_t after) const {
      if (time != 0) later.be_at_least(time + after);
      later.known.know(known);
    }
  };
  struct Mark {
    ThreadNumber thread;
    Access access;
    Moment read, written;  // the latest ones
  };
  struct Look {
    ThreadNumber thread;
    std::uint32_t place;
    std::uint32_t number = 0;  // of the latest one of this thread there, from 1
  };

  void learn_all(const Step& step, ThreadTime& time) const {
    for (const Access& access : step.touched()) {
      for (const Mark& mark : marks_) {
        if (mark.thread == step.thread || !overlap(mark.access, access)) continue;
        if (access.writes) mark.read.learn(time, kAfter);
        mark.written.learn(time, kAfter);
      }
    }
    if (step.calls) returns_.learn(time, 0);
    if (step.returns) calls_.learn(time, 0);
  }
  void mark(ThreadNumber thread, const Access& access, const ThreadTime& time) {
    const auto is_same = [&](const Mark& mark) {
      return mark.thread == thread && mark.access.address == access.address &&
             mark.access.size == access.size;
    };
    auto at = std::ranges::find_if(marks_, is_same);
    if (at == marks_.end()) at = marks_.insert(at, {thread, access, {}, {}});
    (access.writes ? at->written : at->read).note(time);
  }

  MostlyEmpty<Mark> marks_;  // one for each thread and location
  Moment calls_, returns_;
  MostlyEmpty<Look> looks_;  // one for each thread and place
  bool passes_ = false;
};

}  // namespace linnet::runtime
