// Semantics that are not sequential: what an operation returns depends on which of the operations visible to it saw each other, and not
// on an order of them alone.
//
// In the add-wins set, which replicated stores have, a remove(v) takes away the additions that it saw. What was added beside it
// stays, so v is in the set iff some visible add(v) is seen by no visible remove(v). Where every operation sees all before it, that is the
// set as ever.
//
//   add(2)  remove(1)      Both 1 and 2 had been added. Each remove saw the first addition of its value, and not the second: at the
//   add(1)  remove(2)      end both are in the set. No order says so: remove(1), add(1), remove(2), add(2), remove(1) is a circle.
//
// Lemma 1 of the paper does not hold for it: a remove that sees less takes away less, and so changes what later operations
// return. All visibilities have to be tried, not only minimal ones.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Whether z returns its result if it sees exactly these. sees(y, x): one of them, y, sees another, x.
// REQUIRES: the specification is that of sets.
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
