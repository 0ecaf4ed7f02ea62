// queue: first in, first out. enq(v), deq() → v or null if empty, peek() → v or null, take() → v, blocks if
// empty.
#include <optional>

#include "spec/builtin.hpp"
#include "spec/sequence.hpp"

namespace linnet {

Spec make_queue(const SpecOptions&) {
  return specify("queue", Sequence{})
      .method("enq", [](Sequence& q, Value v) { q.items.push_back(v); })
      .method("deq", [](Sequence& q) { return q.pop_front(); })
      .method("peek", [](const Sequence& q) { return q.front(); })
      .method("take",
              [](Sequence& q) { return q.items.empty() ? std::nullopt : std::optional(q.pop_front()); })
      .monitored_as("queue");
}

}  // namespace linnet
