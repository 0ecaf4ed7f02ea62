// counter: an integer. inc(), dec(), get() → n, set(n), fetch_add(n) → old. It wraps around as std::atomic
// does.
#include <limits>

#include "spec/builtin.hpp"
#include "spec/initial.hpp"

namespace linnet {

namespace {

struct Count {
  std::int64_t n = 0;
  bool operator==(const Count&) const = default;
  std::uint64_t hash() const { return static_cast<std::uint64_t>(n); }
  std::string describe() const { return std::to_string(n); }
  void add(std::int64_t delta) {
    n = static_cast<std::int64_t>(static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(delta));
  }
};

}  // namespace

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

}  // namespace linnet
