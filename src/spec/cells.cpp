// Registers, counters, semaphores and mutexes: objects that hold one value.
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

// Throws InputError if the value given is less than `least`.
std::int64_t initial_integer(const SpecOptions& options, const std::string& spec, std::int64_t least) {
  if (!options.initial) return 0;
  if (!options.initial->is_int64() || options.initial->as_int64() < least) {
    throw InputError("initial value " + options.initial->to_json() + " for specification " + spec +
                     ": expected an integer" + (least == 0 ? " that is not negative" : ""));
  }
  return options.initial->as_int64();
}

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

// counter: an integer. inc(), dec(), get() → n, set(n), fetch_add(n) → old. It wraps around as std::atomic
// does.
Spec make_counter(const SpecOptions& options) {
  const std::int64_t any = std::numeric_limits<std::int64_t>::min();
  return specify("counter", Count{initial_integer(options, "counter", any)})
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

// semaphore: a count that cannot go below zero. inc(), dec() blocks at 0, try_dec() → bool, get() → n.
Spec make_semaphore(const SpecOptions& options) {
  return specify("semaphore", Count{initial_integer(options, "semaphore", 0)})
      .method("inc", [](Count& p) { ++p.n; })
      .method("dec", [](Count& p) { return p.take() ? std::optional(Nothing{}) : std::nullopt; })
      .method("try_dec", [](Count& p) { return p.take(); })
      .method("get", [](const Count& p) { return p.n; })
      .monitored_as("semaphore");
}

// mutex: lock() blocks if held, unlock(), try_lock() → bool. Any thread may unlock a mutex
// that is held.
Spec make_mutex(const SpecOptions&) {
  return specify("mutex", Lock{})
      .method("lock", [](Lock& l) { return l.take() ? std::optional(Nothing{}) : std::nullopt; })
      .method("unlock",
              [](Lock& l) { return std::exchange(l.held, false) ? std::optional(Nothing{}) : std::nullopt; })
      .method("try_lock", [](Lock& l) { return l.take(); })
      .monitored_as("mutex");
}

}  // namespace linnet
