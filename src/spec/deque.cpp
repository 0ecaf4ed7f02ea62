// deque: both ends open. pushFront(v), pushBack(v), popFront() → v or null if empty, popBack() → v or null.
#include "spec/builtin.hpp"
#include "spec/sequence.hpp"

namespace linnet {

Spec make_deque(const SpecOptions&) {
  return specify("deque", Sequence{})
      .method("pushFront", [](Sequence& d, Value v) { d.items.insert(d.items.begin(), v); })
      .method("pushBack", [](Sequence& d, Value v) { d.items.push_back(v); })
      .method("popFront", [](Sequence& d) { return d.pop_front(); })
      .method("popBack", [](Sequence& d) { return d.pop_back(); })
      .monitored_as("deque");
}

}  // namespace linnet
