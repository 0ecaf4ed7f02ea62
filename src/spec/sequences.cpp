// Queues, stacks, deques and bags: objects that are a sequence of values.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

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

  // Null if there is nothing: in all these objects null means "empty".
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

}  // namespace

// queue: first in, first out. enq(v), deq() → v or null if empty, peek() → v or null, take() → v, blocks if
// empty.
Spec make_queue(const SpecOptions&) {
  return specify("queue", Sequence{})
      .method("enq", [](Sequence& q, Value v) { q.items.push_back(v); })
      .method("deq", [](Sequence& q) { return q.pop_front(); })
      .method("peek", [](const Sequence& q) { return q.front(); })
      .method("take",
              [](Sequence& q) { return q.items.empty() ? std::nullopt : std::optional(q.pop_front()); })
      .monitored_as("queue");
}
const Handovers handovers_of_queue{{{"enq"}}, {{"deq"}, {"take"}, {"peek"}}};

// stack: last in, first out. push(v), pop() → v or null if empty, peek() → v or null.
Spec make_stack(const SpecOptions&) {
  return specify("stack", Sequence{})
      .method("push", [](Sequence& s, Value v) { s.items.push_back(v); })
      .method("pop", [](Sequence& s) { return s.pop_back(); })
      .method("peek", [](const Sequence& s) { return s.back(); })
      .monitored_as("stack");
}
const Handovers handovers_of_stack{{{"push"}}, {{"pop"}, {"peek"}}};

// deque: both ends open. pushFront(v), pushBack(v), popFront() → v or null if empty, popBack() → v or null.
Spec make_deque(const SpecOptions&) {
  return specify("deque", Sequence{})
      .method("pushFront", [](Sequence& d, Value v) { d.items.insert(d.items.begin(), v); })
      .method("pushBack", [](Sequence& d, Value v) { d.items.push_back(v); })
      .method("popFront", [](Sequence& d) { return d.pop_front(); })
      .method("popBack", [](Sequence& d) { return d.pop_back(); })
      .monitored_as("deque");
}
const Handovers handovers_of_deque{{{"pushFront"}, {"pushBack"}}, {{"popFront"}, {"popBack"}}};

// bag: add(v), take() → any element, or null if there is none.
Spec make_bag(const SpecOptions&) {
  // The items are kept sorted: two bags with the same elements are the same state.
  return specify("bag", Sequence{})
      .method("add", [](Sequence& b, Value v) { b.items.insert(std::ranges::upper_bound(b.items, v), v); })
      .method("take",
              [](const Sequence& b) {
                Outcomes<Sequence> all;
                if (b.items.empty()) all.emplace_back(Value(), b);
                for (std::size_t i = 0; i < b.items.size(); ++i) {
                  if (i != 0 && b.items[i] == b.items[i - 1]) continue;
                  Sequence rest = b;
                  rest.items.erase(rest.items.begin() + static_cast<std::ptrdiff_t>(i));
                  all.emplace_back(b.items[i], std::move(rest));
                }
                return all;
              })
      .monitored_as("bag");
}
const Handovers handovers_of_bag{{{"add"}}, {{"take"}}};

}  // namespace linnet
