// mwcas: a memory of locations with multi-word primitives. read([m...]) → [v...]; mwcas([m...], [expected...],
// [new...]); write([m...], [v...]); swap([m...], [v...]) → [old...]. All locations start the same.
//
// A mwcas that succeeds returns true. One that fails may say as much as its implementation knows: any one
// location that differed, the array of the values it observed, or false.
#include "base/error.hpp"
#include "spec/association.hpp"
#include "spec/builtin.hpp"
#include "spec/initial.hpp"

namespace linnet {

namespace {

using Words = std::span<const Value>;

struct Memory : Association {
  Value initial;

  bool operator==(const Memory&) const = default;

  Value load(Value location) const { return get(location, initial); }
  // A location that has its initial value again is left out, so that equal memories are equal states.
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

Spec make_mwcas(const SpecOptions& options) {
  Memory memory;
  memory.initial = initial_value(options, 0);
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

}  // namespace linnet
