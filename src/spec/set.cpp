// set: add(v) → bool (was it absent), remove(v) → bool (was it present), contains(v) → bool.
#include "spec/association.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

// The members are the keys.
struct Members : Association {
  bool operator==(const Members&) const = default;
  std::string describe() const {
    std::string text = "{";
    for (const auto& [member, unused] : entries) text += (text.size() > 1 ? ", " : "") + member.to_json();
    return text + "}";
  }
};

}  // namespace

Spec make_set(const SpecOptions&) {
  return specify("set", Members{})
      .method("add",
              [](Members& s, Value v) {
                const bool absent = !s.has(v);
                s.set(v, Value());
                return absent;
              })
      .method("remove",
              [](Members& s, Value v) {
                const bool present = s.has(v);
                s.erase(v);
                return present;
              })
      .method("contains", [](const Members& s, Value v) { return s.has(v); })
      .partition_by_argument(0)
      .monitored_as("set");
}

}  // namespace linnet
