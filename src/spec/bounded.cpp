// Queues and caches with limited room; the limit is their initial value.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

std::size_t capacity(const SpecOptions& options, const std::string& spec) {
  return static_cast<std::size_t>(initial_integer(options, spec, 1, 1));
}

struct Places {
  std::size_t capacity;
  std::vector<Value> items = {};

  bool operator==(const Places&) const = default;
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

  bool add(Value v) {
    if (items.size() == capacity) return false;
    items.push_back(v);
    return true;
  }
  std::optional<Value> remove() {
    if (items.empty()) return std::nullopt;
    const Value v = items.front();
    items.erase(items.begin());
    return v;
  }
};

// The entry that was used last is the last one.
struct RecentlyUsed {
  std::size_t capacity;
  std::vector<std::pair<Value, Value>> entries = {};

  bool operator==(const RecentlyUsed&) const = default;
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

  // Returns null if there is none.
  Value remove(Value key) {
    const auto at = std::ranges::find(entries, key, &std::pair<Value, Value>::first);
    if (at == entries.end()) return Value();
    const Value value = at->second;
    entries.erase(at);
    return value;
  }
  bool has(Value key) const {
    return std::ranges::find(entries, key, &std::pair<Value, Value>::first) != entries.end();
  }
  Value get(Value key) {
    if (!has(key)) return Value();
    const Value value = remove(key);
    entries.emplace_back(key, value);
    return value;
  }
  void put(Value key, Value value) {
    remove(key);
    if (entries.size() == capacity) entries.erase(entries.begin());
    entries.emplace_back(key, value);
  }
};

}  // namespace

// bounded_queue: first in, first out, with limited room. put(v) blocks if full, offer(v) → bool, take() → v
// blocks if empty, poll() → v or null if empty, peek() → v or null, size() → n.
Spec make_bounded_queue(const SpecOptions& options) {
  return specify("bounded_queue", Places{capacity(options, "bounded_queue")})
      .method("put", [](Places& q, Value v) { return q.add(v) ? std::optional(Nothing{}) : std::nullopt; })
      .method("offer", [](Places& q, Value v) { return q.add(v); })
      .method("take", [](Places& q) { return q.remove(); })
      .method("poll", [](Places& q) { return q.remove().value_or(Value()); })
      .method("peek", [](const Places& q) { return q.items.empty() ? Value() : q.items.front(); })
      .method("size", [](const Places& q) { return q.items.size(); })
      .monitored_as("bounded_queue");
}
const Handovers handovers_of_bounded_queue{{{"put"}, {"offer"}}, {{"take"}, {"poll"}, {"peek"}}};

// cache: a map with room for a number of keys, in which a new key replaces the one that was least recently
// got or put. put(k, v), get(k) → v or null, remove(k) → v or null, size() → n.
Spec make_cache(const SpecOptions& options) {
  return specify("cache", RecentlyUsed{capacity(options, "cache")})
      .method("put", [](RecentlyUsed& c, Value k, Value v) { c.put(k, v); })
      .method("get", [](RecentlyUsed& c, Value k) { return c.get(k); })
      .method("remove", [](RecentlyUsed& c, Value k) { return c.remove(k); })
      .method("size", [](const RecentlyUsed& c) { return c.entries.size(); })
      .monitored_as("cache");
}
const Handovers handovers_of_cache{{{"put", std::nullopt}},
                                   {{"get", true, true, true}, {"remove", true, true}}};

}  // namespace linnet
