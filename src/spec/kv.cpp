// kv: a store of strings. get(k) → string, put(k, s), append(k, s). An absent key reads as "".
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

// The store is split by key before it is searched, so a state is most often one string. It is kept as text,
// not as a Value: appending makes a new string at every step, and Values are never freed.
struct Store {
  std::vector<std::pair<Value, std::string>> entries;  // sorted by key

  std::string& at(Value key) {
    const auto place = std::ranges::lower_bound(entries, key, {}, &std::pair<Value, std::string>::first);
    if (place != entries.end() && place->first == key) return place->second;
    return entries.emplace(place, key, std::string())->second;
  }
  std::string_view get(Value key) const {
    for (const auto& [k, text] : entries) {
      if (k == key) return text;
    }
    return "";
  }

  bool operator==(const Store&) const = default;
  std::uint64_t hash() const {
    std::uint64_t h = entries.size();
    for (const auto& [k, text] : entries) h = mix(mix(h, k.bits()), hash_text(text));
    return h;
  }
  std::string describe() const {
    std::string text = "{";
    for (const auto& [k, v] : entries)
      text += (text.size() > 1 ? ", " : "") + k.to_json() + ": " + Value(v).to_json();
    return text + "}";
  }
};

}  // namespace

Spec make_kv(const SpecOptions&) {
  return specify("kv", Store{})
      .method("get", [](const Store& s, Value k) { return Value(s.get(k)); })
      .method("put", [](Store& s, Value k, std::string_view text) { s.at(k) = text; })
      .method("append", [](Store& s, Value k, std::string_view text) { s.at(k) += text; })
      .partition_by_argument(0)
      .monitored_as("kv");
}
const Handovers handovers_of_kv(
    "a string may be made of several that were appended, so that it does not tell whom it is from");

}  // namespace linnet
