// Registers, counters, semaphores, latches and locks: objects that hold one value.
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "spec/builtin.hpp"

namespace linnet {

namespace {

struct Cell {
  Value value;
  bool operator==(const Cell&) const = default;
  std::uint64_t hash() const { return value.bits(); }
  std::string describe() const { return value.to_json(); }
};

struct Count {
  std::int64_t n = 0;
  bool operator==(const Count&) const = default;
  std::uint64_t hash() const { return static_cast<std::uint64_t>(n); }
  std::string describe() const { return std::to_string(n); }
  void add(std::int64_t delta) {
    n = static_cast<std::int64_t>(static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(delta));
  }
  bool take() {
    if (n == 0) return false;
    --n;
    return true;
  }
};

struct Lock {
  bool held = false;
  bool operator==(const Lock&) const = default;
  std::uint64_t hash() const { return held ? 1 : 0; }
  std::string describe() const { return held ? "held" : "free"; }
  bool take() { return !std::exchange(held, true); }
};

// A lock that one writer holds, or any number of readers.
struct SharedLock {
  bool written = false;
  std::int64_t readers = 0;
  bool operator==(const SharedLock&) const = default;
  std::uint64_t hash() const { return static_cast<std::uint64_t>(2 * readers + (written ? 1 : 0)); }
  std::string describe() const {
    if (written) return "held by a writer";
    return readers == 0 ? "free"
                        : "held by " + std::to_string(readers) + (readers == 1 ? " reader" : " readers");
  }
  bool take() { return readers == 0 && !std::exchange(written, true); }
  bool share() {
    if (written) return false;
    ++readers;
    return true;
  }
  bool give_back() { return std::exchange(written, false); }
  bool give_back_share() {
    if (readers == 0) return false;
    --readers;
    return true;
  }
};

// For methods that return nothing: they block if they cannot be carried out.
std::optional<Nothing> or_block(bool done) {
  return done ? std::optional(Nothing{}) : std::nullopt;
}

}  // namespace

// register: one cell. read() → v, write(v), cas(a, b) → bool, swap(v) → old.
Spec make_register(const SpecOptions& options) {
  return specify("register", Cell{options.initial.value_or(0)})
      .method("read", [](const Cell& c) { return c.value; })
      .method("write", [](Cell& c, Value v) { c.value = v; })
      .method("cas",
              [](Cell& c, Value expected, Value desired) {
                if (c.value != expected) return false;
                c.value = desired;
                return true;
              })
      .method("swap", [](Cell& c, Value v) { return std::exchange(c.value, v); })
      .monitored_as("register");
}
const Handovers handovers_of_register{{{"write"}, {"swap"}, {"cas", 1}}, {{"read"}, {"swap"}}};

// counter: an integer. inc(), dec(), get() → n, set(n), fetch_add(n) → old. It wraps around as std::atomic
// does.
Spec make_counter(const SpecOptions& options) {
  const std::int64_t any = std::numeric_limits<std::int64_t>::min();
  return specify("counter", Count{initial_integer(options, "counter", 0, any)})
      .method("inc", [](Count& c) { c.add(1); })
      .method("dec", [](Count& c) { c.add(-1); })
      .method("get", [](const Count& c) { return c.n; })
      .method("set", [](Count& c, std::int64_t n) { c.n = n; })
      .method("fetch_add",
              [](Count& c, std::int64_t delta) {
                const std::int64_t old = c.n;
                c.add(delta);
                return old;
              })
      .monitored_as("counter");
}
const Handovers handovers_of_counter(
    "the same number can come about in many ways, so that it does not tell whom it is from");

// semaphore: a count that cannot go below zero. inc(), dec() blocks at 0, try_dec() → bool, get() → n.
Spec make_semaphore(const SpecOptions& options) {
  return specify("semaphore", Count{initial_integer(options, "semaphore", 0, 0)})
      .method("inc", [](Count& p) { ++p.n; })
      .method("dec", [](Count& p) { return or_block(p.take()); })
      .method("try_dec", [](Count& p) { return p.take(); })
      .method("get", [](const Count& p) { return p.n; })
      .monitored_as("semaphore");
}
const Handovers handovers_of_semaphore{{{"inc", std::nullopt}},
                                       {{"dec", false, false}, {"try_dec", false, false}}};

// mutex: lock() blocks if held, unlock(), try_lock() → bool. Any thread may unlock a mutex that is held.
Spec make_mutex(const SpecOptions&) {
  return specify("mutex", Lock{})
      .method("lock", [](Lock& l) { return or_block(l.take()); })
      .method("unlock", [](Lock& l) { return or_block(std::exchange(l.held, false)); })
      .method("try_lock", [](Lock& l) { return l.take(); })
      .monitored_as("mutex");
}
const Handovers handovers_of_mutex{{{"unlock", std::nullopt}},
                                   {{"lock", false, false}, {"try_lock", false, false}}};

// rwlock: held by one writer or by many readers, of any threads. lock() blocks if held, lock_shared() blocks
// if a writer holds it; unlock(), unlock_shared(); try_lock() → bool, try_lock_shared() → bool.
Spec make_rwlock(const SpecOptions&) {
  return specify("rwlock", SharedLock{})
      .method("lock", [](SharedLock& l) { return or_block(l.take()); })
      .method("unlock", [](SharedLock& l) { return or_block(l.give_back()); })
      .method("try_lock", [](SharedLock& l) { return l.take(); })
      .method("lock_shared", [](SharedLock& l) { return or_block(l.share()); })
      .method("unlock_shared", [](SharedLock& l) { return or_block(l.give_back_share()); })
      .method("try_lock_shared", [](SharedLock& l) { return l.share(); })
      .monitored_as("rwlock");
}
// Readers are not ordered among each other, and the first one waits for nobody.
const Handovers handovers_of_rwlock{{{"unlock", std::nullopt}},
                                    {{"lock", false, false}, {"try_lock", false, false}}};

// latch: a count that goes down to zero and stays there. count_down() may not be called at 0; wait() blocks
// until 0; try_wait() → bool.
Spec make_latch(const SpecOptions& options) {
  return specify("latch", Count{initial_integer(options, "latch", 1, 0)})
      .method("count_down", [](Count& l) { return or_block(l.take()); })
      .method("wait", [](const Count& l) { return or_block(l.n == 0); })
      .method("try_wait", [](const Count& l) { return l.n == 0; })
      .monitored_as("latch");
}
// Who waits sees at least one of those that counted down.
const Handovers handovers_of_latch{{{"count_down", std::nullopt}},
                                   {{"wait", false, false}, {"try_wait", false, false}}};

}  // namespace linnet
