// pqueue: insert(v) or insert(v, priority); deqMin(), deqMax(), peekMin(), peekMax() → v, or null if empty.
//
// A value inserted alone is its own priority. If several elements have the least (greatest) priority,
// any of them may come out.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

struct Heap {
  std::vector<std::pair<Value, Value>> elements;  // (priority, value), sorted

  bool operator==(const Heap&) const = default;

  std::uint64_t hash() const {
    std::uint64_t h = elements.size();
    for (const auto& [priority, value] : elements) h = mix(mix(h, priority.bits()), value.bits());
    return h;
  }

  std::string describe() const {
    std::string text = "[";
    for (const auto& [priority, value] : elements) {
      if (text.size() > 1) text += ", ";
      text += value.to_json();
      if (priority != value) text += "@" + priority.to_json();
    }
    return text + "]";
  }

  void insert(Value value, Value priority) {
    const std::pair element(priority, value);
    elements.insert(std::ranges::upper_bound(elements, element), element);
  }

  // The elements that may come out next: all that share the least priority, or the greatest.
  using Range = std::ranges::subrange<std::vector<std::pair<Value, Value>>::const_iterator>;
  Range least() const { return with_priority(elements.front().first); }
  Range greatest() const { return with_priority(elements.back().first); }
  Range with_priority(Value priority) const {
    return std::ranges::equal_range(elements, priority, {}, &std::pair<Value, Value>::first);
  }

  Choices peek(Range (Heap::*end)() const) const {
    if (elements.empty()) return {Value()};
    Choices all;
    for (const auto& [priority, value] : (this->*end)()) all.push_back(value);
    return all;
  }

  Outcomes<Heap> take(Range (Heap::*end)() const) const {
    if (elements.empty()) return {{Value(), *this}};
    Outcomes<Heap> all;
    const Range next = (this->*end)();
    for (auto at = next.begin(); at != next.end(); ++at) {
      Heap rest = *this;
      rest.elements.erase(rest.elements.begin() + (at - elements.begin()));
      all.emplace_back(at->second, std::move(rest));
    }
    return all;
  }
};

}  // namespace

Spec make_pqueue(const SpecOptions&) {
  return specify("pqueue", Heap{})
      .method("insert", [](Heap& h, Ordered v) { h.insert(v.value, v.value); })
      .method("insert", [](Heap& h, Value v, Ordered priority) { h.insert(v, priority.value); })
      .method("deqMin", [](const Heap& h) { return h.take(&Heap::least); })
      .method("deqMax", [](const Heap& h) { return h.take(&Heap::greatest); })
      .method("peekMin", [](const Heap& h) { return h.peek(&Heap::least); })
      .method("peekMax", [](const Heap& h) { return h.peek(&Heap::greatest); })
      .monitored_as("pqueue");
}
const Handovers handovers_of_pqueue{{{"insert"}}, {{"deqMin"}, {"deqMax"}, {"peekMin"}, {"peekMax"}}};

}  // namespace linnet
