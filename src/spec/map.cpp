// map: put(k, v) → old or null, get(k) → v or null, remove(k) → old or null, containsKey(k) → bool,
// containsValue(v) → bool, size() → n.
#include <algorithm>

#include "spec/association.hpp"
#include "spec/builtin.hpp"

namespace linnet {

Spec make_map(const SpecOptions&) {
  constexpr MethodIndex kWholeMap = 4;  // containsValue and size look at all keys
  return specify("map", Association{})
      .method("put",
              [](Association& m, Value k, Value v) {
                const Value old = m.get(k, Value());
                m.set(k, v);
                return old;
              })
      .method("get", [](const Association& m, Value k) { return m.get(k, Value()); })
      .method("remove",
              [](Association& m, Value k) {
                const Value old = m.get(k, Value());
                m.erase(k);
                return old;
              })
      .method("containsKey", [](const Association& m, Value k) { return m.has(k); })
      .method("containsValue",
              [](const Association& m, Value v) {
                return std::ranges::any_of(m.entries, [v](const auto& entry) { return entry.second == v; });
              })
      .method("size", [](const Association& m) { return m.entries.size(); })
      .partition([](const Call& call) {
        return call.method < kWholeMap ? std::optional(call.args[0]) : std::nullopt;
      })
      .monitored_as("map");
}

}  // namespace linnet
