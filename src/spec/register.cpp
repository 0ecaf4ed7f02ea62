// register: one cell. read() → v, write(v), cas(a, b) → bool, swap(v) → old.
#include "spec/builtin.hpp"
#include "spec/initial.hpp"

namespace linnet {

namespace {

struct Cell {
  Value value;
  bool operator==(const Cell&) const = default;
  std::uint64_t hash() const { return value.bits(); }
  std::string describe() const { return value.to_json(); }
};

}  // namespace

Spec make_register(const SpecOptions& options) {
  return specify("register", Cell{initial_value(options, 0)})
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

}  // namespace linnet
