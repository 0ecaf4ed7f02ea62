// Finds what may be taken out of a history such that, if the rest is a violation, so was the whole.
//
// Not everything may: from enq(1), deq() → 1 one could take the enq(1), and the lone deq() → 1 would be
// called a value out of thin air. The rules below all have the same form: from a linearization of the whole,
// strike out the operations that are removed; what is left is legal, so it is a linearization of the rest.
// Hence a violation of the rest is a violation of the whole. They compose, and the more is removed the less
// is a violation: violations are monotone in what is kept.
//
//   idle    An operation that leaves the state as it is, whatever the state: an observer, or one whose result
//           says so (deq() → null, add(1) → false, a failed cas). Striking it out changes no state.
//
//   values  Containers (queue, stack, deque, pqueue, bag): all operations of one value together. Without
//           that value every state has the same other elements in the same order, and the same ends and
//           extremes unless one of them was that value; and the operations that returned it are struck out too. Empty
//           stays empty. A pending removal that took the value in the linearization is struck out there and
//           stays pending in the rest.
//           Registers: the state is what was set last, so striking out all that sets or reads v changes
//           nothing for a read of w. A successful cas(a, b), a pending one, and swap(b) → a both read and
//           set: they tie a and b together, and what is tied goes together. A pending swap(b) is a write. A
//           failed cas(a, b) looks at "anything but a": while there is one, no value may go.
//
//   keys    set, map, kv, mwcas are products of independent objects, one per key or location: all operations
//           of one key together; locations that one operation touches are tied. size() and containsValue(v)
//           look at all keys: while there is one, no key may go.
//
// Where null was given as an argument, a result of null no longer says "there was nothing".
//
// Weak models take less. An operation sees others as calls, executed again whatever they had returned: a deq() → null may
// remove something where it is seen, so neither what a result says nor the values of containers can be relied on. What
// can: operations that never change anything, and the parts of a product, which are objects and the keys that calls
// name; of a register with nothing but reads and writes also values. Strike them out of lin and vis: what is left is
// seen with the same results, and an axiom asks for no more than before, as there are fewer operations to go through.
#pragma once

#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Operations that go together, in increasing order.
using Unit = std::vector<OperationIndex>;

// The idle operations, one unit each.
std::vector<Unit> idle_units(const History& history, const Spec& spec);

// The operations of each value or key, with those tied to it. Empty if the specification has no such units or
// an operation that looks at all of them is in the way. Operations in no unit have to stay.
std::vector<Unit> value_units(const History& history, const Spec& spec);

// The units for weak models: each operation that never changes anything is one; and so are those of each part of a product.
std::vector<Unit> observer_units(const History& history, const Spec& spec);
std::vector<Unit> product_units(const History& history, const Spec& spec);

}  // namespace linnet
