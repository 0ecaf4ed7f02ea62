// Sets, maps and memories of words: objects that map values to values.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

// A finite map from values to values as a state, ordered by key.
struct Association {
  std::vector<std::pair<Value, Value>> entries;

  bool operator==(const Association&) const = default;

  std::uint64_t hash() const {
    std::uint64_t h = entries.size();
    for (const auto& [key, value] : entries) h = mix(mix(h, key.bits()), value.bits());
    return h;
  }

  std::string describe() const {
    std::string text = "{";
    for (const auto& [key, value] : entries)
      text += (text.size() > 1 ? ", " : "") + key.to_json() + ": " + value.to_json();
    return text + "}";
  }

  auto find(Value key) const {
    return std::ranges::lower_bound(entries, key, {}, &std::pair<Value, Value>::first);
  }
  bool has(Value key) const {
    const auto at = find(key);
    return at != entries.end() && at->first == key;
  }
  Value get(Value key, Value absent) const {
    const auto at = find(key);
    return at != entries.end() && at->first == key ? at->second : absent;
  }
  void set(Value key, Value value) {
    const auto at = entries.begin() + (find(key) - entries.cbegin());
    if (at != entries.end() && at->first == key) {
      at->second = value;
    } else {
      entries.emplace(at, key, value);
    }
  }
  void erase(Value key) {
    const auto at = find(key);
    if (at != entries.end() && at->first == key) entries.erase(at);
  }
};

// The members are the keys.
struct Members : Association {
  bool operator==(const Members&) const = default;
  std::string describe() const {
    std::string text = "{";
    for (const auto& [member, unused] : entries) text += (text.size() > 1 ? ", " : "") + member.to_json();
    return text + "}";
  }
};

using Words = std::span<const Value>;

struct Memory : Association {
  Value initial;

  bool operator==(const Memory&) const = default;

  Value load(Value location) const { return get(location, initial); }
  // A location that has its initial value again is removed, so that equal memories are equal states.
  void store(Value location, Value value) { value == initial ? erase(location) : set(location, value); }

  Value load_all(Words locations) const {
    std::vector<Value> values;
    for (const Value m : locations) values.push_back(load(m));
    return Value::array(values);
  }
  void store_all(Words locations, Words values) {
    for (std::size_t i = 0; i < locations.size(); ++i) store(locations[i], values[i]);
  }

  Outcomes<Memory> mwcas(Words locations, Words expected, Words desired) const {
    Outcomes<Memory> all;
    for (std::size_t i = 0; i < locations.size(); ++i) {
      if (load(locations[i]) != expected[i]) all.emplace_back(locations[i], *this);
    }
    if (all.empty()) {
      all.emplace_back(true, *this);
      all.back().second.store_all(locations, desired);
    } else {
      all.emplace_back(load_all(locations), *this);
      all.emplace_back(false, *this);
    }
    return all;
  }
};

std::optional<std::string> complaint(const Call& call) {
  const Words locations = call.args[0].as_array();
  for (std::size_t i = 1; i < call.args.size(); ++i) {
    const std::size_t found = call.args[i].as_array().size();
    if (found != locations.size()) {
      return "argument " + std::to_string(i + 1) + " has " + std::to_string(found) + " values, expected " +
             std::to_string(locations.size()) + ", one for each location";
    }
  }
  for (std::size_t i = 0; i < locations.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (locations[i] == locations[j]) return "location " + locations[i].to_json() + " is given twice";
    }
  }
  return std::nullopt;
}

}  // namespace

// set: add(v) → bool (was it absent), remove(v) → bool (was it present), contains(v) → bool.
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
const Handovers handovers_of_set{{{"add"}}, {{"remove", true, false}, {"contains", true, false}}};

// map: put(k, v) → old or null, get(k) → v or null, remove(k) → old or null, containsKey(k) → bool,
// containsValue(v) → bool, size() → n.
Spec make_map(const SpecOptions&) {
  constexpr MethodIndex kWholeMap = 4;  // containsValue and size use all keys
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
const Handovers handovers_of_map{{{"put", std::nullopt}}, {{"get", true, true}, {"remove", true, true}}};

// mwcas: a memory of locations with multi-word primitives. read([m...]) → [v...]; mwcas([m...],
// [expected...], [new...]); write([m...], [v...]); swap([m...], [v...]) → [old...]. All locations have the
// same initial value.
//
// A mwcas that succeeds returns true. One that fails may say as much as its implementation knows: any one
// location that differed, the array of the values it observed, or false.
Spec make_mwcas(const SpecOptions& options) {
  Memory memory;
  memory.initial = options.initial.value_or(0);
  return specify("mwcas", memory)
      .method("read", [](const Memory& m, Words locations) { return m.load_all(locations); })
      .method("mwcas", [](const Memory& m, Words locations, Words expected,
                          Words desired) { return m.mwcas(locations, expected, desired); })
      .method("write", [](Memory& m, Words locations, Words values) { m.store_all(locations, values); })
      .method("swap",
              [](Memory& m, Words locations, Words values) {
                const Value old = m.load_all(locations);
                m.store_all(locations, values);
                return old;
              })
      .complain(complaint)
      .monitored_as("mwcas");
}
const Handovers handovers_of_mwcas(
    "one operation may read the values of several others, which the pairs cannot say");

}  // namespace linnet
