// stack: last in, first out. push(v), pop() → v or null if empty, peek() → v or null.
#include "spec/builtin.hpp"
#include "spec/sequence.hpp"

namespace linnet {

Spec make_stack(const SpecOptions&) {
  return specify("stack", Sequence{})
      .method("push", [](Sequence& s, Value v) { s.items.push_back(v); })
      .method("pop", [](Sequence& s) { return s.pop_back(); })
      .method("peek", [](const Sequence& s) { return s.back(); })
      .monitored_as("stack");
}

}  // namespace linnet
