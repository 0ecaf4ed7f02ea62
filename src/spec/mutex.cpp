// mutex: lock() blocks if held, unlock(), try_lock() → bool. Any thread may unlock a mutex
// that is held.
#include <optional>

#include "spec/builtin.hpp"

namespace linnet {

namespace {

struct Lock {
  bool held = false;
  bool operator==(const Lock&) const = default;
  std::uint64_t hash() const { return held ? 1 : 0; }
  std::string describe() const { return held ? "held" : "free"; }
  bool take() { return !std::exchange(held, true); }
};

}  // namespace

Spec make_mutex(const SpecOptions&) {
  return specify("mutex", Lock{})
      .method("lock", [](Lock& l) { return l.take() ? std::optional(Nothing{}) : std::nullopt; })
      .method("unlock",
              [](Lock& l) { return std::exchange(l.held, false) ? std::optional(Nothing{}) : std::nullopt; })
      .method("try_lock", [](Lock& l) { return l.take(); })
      .monitored_as("mutex");
}

}  // namespace linnet
