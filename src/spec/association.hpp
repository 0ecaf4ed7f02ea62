// A finite map from values to values as a state, ordered by key: maps, key-value stores, memories.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "linnet/value.hpp"

namespace linnet {

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

}  // namespace linnet
