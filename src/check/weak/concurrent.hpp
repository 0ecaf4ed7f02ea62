// Semantics that are not sequential: the result of an operation depends on which of the operations visible to
// it saw each other, and not only on their order.
//
// In the add-wins set, which replicated stores have, a remove(v) takes away the additions that it saw.
// Elements that were added beside it stay, so v is in the set iff some visible add(v) is seen by no visible
// remove(v). If every operation sees everything before it, this is the usual set.
//
//   add(2)  remove(1)      Both 1 and 2 had been added. Each remove saw the first addition of its value, and
//   add(1)  remove(2)      not the second: at the end both are in the set. No order explains that: remove(1),
//                          add(1), remove(2), add(2), remove(1) is a circle.
//
// Lemma 1 of the paper does not hold for it: a remove that sees less takes away less, and so changes what
// later operations return. All visibilities have to be tried, not only minimal ones.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Whether z returns its result if it sees exactly these operations. sees(y, x) says whether one of them, y,
// sees another, x. REQUIRES: the specification is that of sets.
template <class Sees>
bool add_wins_explains(const History& history, const Spec& spec, std::span<const OperationIndex> visible,
                       OperationIndex z, Sees sees) {
  const Operation& op = history.operations[z];
  if (!op.completed()) return true;
  const auto changes = [&](OperationIndex x, std::string_view method) {
    const Operation& other = history.operations[x];
    return spec.method(other.method).name == method && other.object == op.object &&
           other.args()[0] == op.args()[0];
  };
  const bool there = std::ranges::any_of(visible, [&](OperationIndex x) {
    return changes(x, "add") && std::ranges::none_of(visible, [&](OperationIndex y) {
             return changes(y, "remove") && sees(y, x);
           });
  });
  return op.result == Value(spec.method(op.method).name == "add" ? !there : there);
}

}  // namespace linnet
