// semaphore: a count that cannot go below zero. inc(), dec() blocks at 0, try_dec() → bool, get() → n.
#include <optional>

#include "spec/builtin.hpp"
#include "spec/initial.hpp"

namespace linnet {

namespace {

struct Permits {
  std::int64_t n = 0;
  bool operator==(const Permits&) const = default;
  std::uint64_t hash() const { return static_cast<std::uint64_t>(n); }
  std::string describe() const { return std::to_string(n); }
  bool take() {
    if (n == 0) return false;
    --n;
    return true;
  }
};

}  // namespace

Spec make_semaphore(const SpecOptions& options) {
  return specify("semaphore", Permits{initial_integer(options, "semaphore", 0)})
      .method("inc", [](Permits& p) { ++p.n; })
      .method("dec", [](Permits& p) { return p.take() ? std::optional(Nothing{}) : std::nullopt; })
      .method("try_dec", [](Permits& p) { return p.take(); })
      .method("get", [](const Permits& p) { return p.n; })
      .monitored_as("semaphore");
}

}  // namespace linnet
