// Compares the race detector with the definition, on random small executions.
#include "runtime/races/race_detector.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "runtime/race_definition.hpp"
#include "scale.hpp"

namespace linnet::runtime {
namespace {

using Kind = RaceEvent::Kind;

constexpr std::uint64_t kMemory = 0x5000'0000;
constexpr std::uint64_t kLocks = std::uint64_t{1} << 60;
constexpr std::uint64_t kThreads = std::uint64_t{1} << 61;

bool feed(RaceDetector& detector, const RaceEvent& e) {
  const Access read{e.object, e.size, false};
  const Access write{e.object, e.size, true};
  switch (e.kind) {
    case Kind::plain_read: return detector.plain(e.thread, read, {});
    case Kind::plain_write: return detector.plain(e.thread, write, {});
    case Kind::load: return detector.atomic(e.thread, read, AtomicKind::load, e.order, {});
    case Kind::store: return detector.atomic(e.thread, write, AtomicKind::store, e.order, {});
    case Kind::read_modify_write:
      return detector.atomic(e.thread, write, AtomicKind::read_modify_write, e.order, {});
    case Kind::free: return detector.freed(e.thread, write, {});
    case Kind::fence: detector.fence(e.thread, e.order); return false;
    case Kind::lock: detector.acquires(e.thread, kLocks + e.object); return false;
    case Kind::unlock: detector.releases(e.thread, kLocks + e.object); return false;
    case Kind::start:
      detector.releases(e.thread, kThreads + 2 * e.object);
      detector.acquires(static_cast<ThreadNumber>(e.object), kThreads + 2 * e.object);
      return false;
    case Kind::join:
      detector.releases(static_cast<ThreadNumber>(e.object), kThreads + 2 * e.object + 1);
      detector.acquires(e.thread, kThreads + 2 * e.object + 1);
      return false;
  }
  return false;
}

std::optional<std::size_t> detected_race(RaceDetector& detector, const std::vector<RaceEvent>& events) {
  detector.start_execution();
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (feed(detector, events[i])) return i;
  }
  return std::nullopt;
}

// Executions that are possible: locks exclude, threads end when they are joined.
class RandomExecution {
 public:
  // Sometimes there are more threads than a clock stores in place.
  explicit RandomExecution(std::mt19937& random)
      : random_(random), threads_(below(16) == 0 ? 10 + below(4) : 2 + below(3)) {}

  std::vector<RaceEvent> make() {
    begin();
    for (std::uint32_t n = threads_ + below(14); n > 0; --n) add_something();
    return std::move(events_);
  }
  void begin() {
    for (std::uint32_t t = 1; t < threads_; ++t) {
      if (below(2) == 0) add({.thread = 0, .kind = Kind::start, .object = t});
    }
    // Mostly atomics, because otherwise nearly every execution would begin with a race.
    plain_share_ = 1 + below(6);
  }
  const std::vector<RaceEvent>& events() const { return events_; }

  void add_something() {
    const std::uint32_t thread = below(threads_);
    if (ended_[thread]) return;
    const std::uint64_t atomic = kMemory + 4 * below(3);
    const std::uint64_t plain = kMemory + 12 + below(6);
    const std::uint32_t size = 1u << below(3);
    const int order = kOrders[below(5)];
    if (below(12) < plain_share_) {
      const bool mixed = below(8) == 0;
      add({thread, below(2) == 0 ? Kind::plain_read : Kind::plain_write, 0, mixed ? atomic : plain, size});
      return;
    }
    switch (below(10)) {
      case 0:
      case 1: add({thread, Kind::load, order, atomic, 4}); return;
      case 2:
      case 3: add({thread, Kind::store, order, atomic, 4}); return;
      case 4:
      case 5: add({thread, Kind::read_modify_write, order, atomic, 4}); return;
      case 6: add({.thread = thread, .kind = Kind::fence, .order = order}); return;
      case 7:
      case 8: lock_or_unlock(thread, below(2)); return;
      case 9: end_or_free(thread); return;
    }
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  void add(const RaceEvent& e) { events_.push_back(e); }

  void lock_or_unlock(std::uint32_t thread, std::uint32_t lock) {
    if (holder_[lock] == 0) {
      holder_[lock] = thread + 1;
      add({.thread = thread, .kind = Kind::lock, .object = lock});
    } else if (holder_[lock] == thread + 1) {
      holder_[lock] = 0;
      add({.thread = thread, .kind = Kind::unlock, .object = lock});
    }
  }

  void end_or_free(std::uint32_t thread) {
    if (below(4) == 0) {
      add({thread, Kind::free, 0, kMemory + 8 * below(2), 8});
    } else if (const std::uint32_t other = below(threads_); other != thread && !ended_[other]) {
      ended_[other] = true;
      add({.thread = thread, .kind = Kind::join, .object = other});
    }
  }

  static constexpr int kOrders[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_ACQ_REL,
                                    __ATOMIC_SEQ_CST};
  std::mt19937& random_;
  std::uint32_t threads_;
  std::uint32_t plain_share_ = 0;
  std::vector<RaceEvent> events_;
  bool ended_[16] = {};
  std::uint32_t holder_[2] = {};
};

std::string text_of(const std::vector<RaceEvent>& events) {
  static constexpr const char* kNames[] = {"read", "write",  "load",  "store", "rmw", "fence",
                                           "lock", "unlock", "start", "join",  "free"};
  std::string text;
  for (const RaceEvent& e : events) {
    text += std::to_string(e.thread) + ": " + kNames[static_cast<int>(e.kind)] + " " +
            std::to_string(e.object >= kMemory ? e.object - kMemory : e.object) + " size " +
            std::to_string(e.size) + " order " + std::to_string(e.order) + "\n";
  }
  return text;
}

TEST(RaceDetector, AgreesWithTheDefinition) {
  const std::size_t rounds = cases(300'000);
  std::mt19937 random(11);
  RaceDetector detector;
  int races = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<RaceEvent> events = RandomExecution(random).make();
    const auto expected = first_race(events);
    races += expected.has_value();
    ASSERT_EQ(detected_race(detector, events), expected) << text_of(events);
  }
  // Both answers have to be frequent for this to mean something.
  EXPECT_GT(races, rounds / 10);
  EXPECT_LT(races, rounds - rounds / 10);
}

// Executions of which each begins as the one before did, up to a mark.
class Branches {
 public:
  Branches(RaceDetector& detector, std::mt19937& random)
      : detector_(detector), random_(random), states_{RandomExecution(random)} {
    detector_.start_execution();
    detector_.mark();
  }

  // Feeds one execution from the mark that was made last, up to its first race.
  std::optional<std::size_t> run() {
    for (std::size_t n = random_() % 20; n > 0; --n) {
      const std::size_t fed = events().size();
      RandomExecution next = states_.back();
      states_.size() == 1 ? next.begin() : next.add_something();
      states_.push_back(next);
      for (std::size_t i = fed; i < events().size(); ++i) {
        if (feed(detector_, events()[i])) return i;
      }
      detector_.mark();
      ++marks_;
    }
    return std::nullopt;
  }
  bool take_back() {
    marks_ = random_() % marks_ + 1;
    while (states_.size() > marks_) states_.pop_back();
    return detector_.take_back(marks_ - 1);
  }
  const std::vector<RaceEvent>& events() const { return states_.back().events(); }

 private:
  RaceDetector& detector_;
  std::mt19937& random_;
  std::vector<RandomExecution> states_;  // at each mark, and one more after a race
  std::size_t marks_ = 1;
};

TEST(RaceDetector, TakenBackItIsAsIfItHadGoneThereAnew) {
  const std::size_t rounds = cases(30'000);
  std::mt19937 random(12);
  RaceDetector detector;
  std::size_t races = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    Branches branches(detector, random);
    for (int execution = 0; execution < 6; ++execution) {
      const auto found = branches.run();
      ASSERT_EQ(found, first_race(branches.events())) << text_of(branches.events());
      races += found.has_value();
      ASSERT_TRUE(branches.take_back());
    }
  }
  EXPECT_GT(races, rounds / 2);
  EXPECT_LT(races, 5 * rounds);
}

TEST(RaceDetector, ForgetsMarksIfTooMuchChanges) {
  RaceDetector detector;
  detector.start_execution();
  detector.mark();
  for (int i = 0; i < 100'000; ++i)
    detector.atomic(1, {kMemory, 4, true}, AtomicKind::store, __ATOMIC_SEQ_CST, {});
  detector.mark();
  EXPECT_FALSE(detector.take_back(0));
  detector.start_execution();
  detector.mark();
  EXPECT_TRUE(detector.take_back(0));
}

TEST(RaceDetector, SaysWhoWasFirst) {
  RaceDetector detector;
  detector.start_execution();
  EXPECT_FALSE(detector.plain(3, {kMemory + 4, 4, true}, {.pc = 100, .calls = 7}));
  EXPECT_FALSE(detector.plain(5, {kMemory, 4, false}, {.pc = 200}));
  ASSERT_TRUE(detector.plain(5, {kMemory + 2, 4, false}, {.pc = 300}));
  EXPECT_EQ(detector.earlier().thread, 3u);
  EXPECT_EQ(detector.earlier().access.address, kMemory + 4);
  EXPECT_EQ(detector.earlier().access.size, 4u);
  EXPECT_EQ(detector.earlier().place.pc, 100u);
  EXPECT_EQ(detector.earlier().place.calls, 7u);
}

TEST(RaceDetector, KnownRacesAreNotReported) {
  RaceDetector detector;
  detector.start_execution();
  const AccessPlace racy{.pc = 1, .racy = true};
  EXPECT_FALSE(detector.plain(1, {kMemory, 4, true}, racy));
  EXPECT_FALSE(detector.plain(2, {kMemory, 4, true}, racy));
  EXPECT_TRUE(detector.plain(3, {kMemory, 4, true}, {.pc = 2}));
}

TEST(RaceDetector, ForgetsWhatWasFreed) {
  RaceDetector detector;
  detector.start_execution();
  EXPECT_FALSE(detector.plain(1, {kMemory, 8, true}, {}));
  EXPECT_FALSE(detector.freed(1, {kMemory, 8, true}, {}));
  EXPECT_FALSE(detector.plain(2, {kMemory, 8, true}, {}));
}

}  // namespace
}  // namespace linnet::runtime
