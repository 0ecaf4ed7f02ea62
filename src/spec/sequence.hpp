// A sequence of values as a state: what queues, stacks, deques, bags and priority queues consist of.
#pragma once

#include <string>
#include <vector>

#include "base/hash.hpp"
#include "linnet/value.hpp"

namespace linnet {

struct Sequence {
  std::vector<Value> items;

  bool operator==(const Sequence&) const = default;

  std::uint64_t hash() const {
    std::uint64_t h = items.size();
    for (const Value v : items) h = mix(h, v.bits());
    return h;
  }

  std::string describe() const {
    std::string text = "[";
    for (const Value v : items) text += (text.size() > 1 ? ", " : "") + v.to_json();
    return text + "]";
  }

  // Null where there is nothing: in all these objects null means "empty".
  Value front() const { return items.empty() ? Value() : items.front(); }
  Value back() const { return items.empty() ? Value() : items.back(); }
  Value pop_front() {
    if (items.empty()) return Value();
    const Value v = items.front();
    items.erase(items.begin());
    return v;
  }
  Value pop_back() {
    if (items.empty()) return Value();
    const Value v = items.back();
    items.pop_back();
    return v;
  }
};

}  // namespace linnet
