// Finds the pending operations that can be left out before a history is searched.
//
// A pending operation may have taken effect or not, so each one doubles what a search may have to try.
// Recordings of crashing clients have hundreds, and almost all of them plainly do not matter. Each rule below
// shows: if there is a linearization, there is one without the operation. (The converse is trivial: leaving
// out a pending operation is always allowed.) So dropping it changes no verdict, and a witness of the rest is
// a witness of the whole.
//
// "After e" below: the operation may come after e, that is, it does not precede it. All rules speak of the
// operations on e's object, or on e's key where the specification is a product by keys.
//
// 1. e is a call of an observer. Nothing notices whether it is there.
//
// 2. No operation looked: every completed operation after e is blind (allowed in every state, with the same result:
//    write, enq, inc, ...). Take a linearization and leave out e and all pending operations after it. What
//    remains behind e's place is completed, hence blind, hence still allowed.
//
// 3. e adds a value v to a container (queue, stack, deque, priority queue, bag) and no completed operation
//    returned v. Leave out e, and those pending operations that returned this v. The states are the same
//    without that element. What returned null found it empty, and so it is now; what returned another
//    element still finds that one first, as removing an element changes the relative order of no others.
//    (Repeated values: no operation returned *any* v, so it does not matter which one this was.)
//
// 4. e leaves value v in a register (write(v), swap(v), cas(a, v)), and among the operations after it no
//    completed one is read() → v, swap(..) → v, cas(v, ..) → true, or cas(x, ..) → false with x other than v, and no
//    pending one is a cas(v, ..). Take a linearization. Completed operations between e and the next change of
//    the value would have to be of the first, second or fourth kind; there are none. Pending ones there
//    change nothing and can be left out. The next change is thus directly behind e and is a write or a swap
//    whose result is not v; a swap that follows e directly returns v, so if it is completed there is none,
//    and if it is pending its result is free; it is a write or a swap that does as well without e.
//
// 5. e takes from a bag, and no completed take() after it returned null. Without e the bag has at least what
// it
//    had with it, from e's place on, so every completed take() still finds its element; pending ones that
//    took null can be left out.
//
// 6. e is a put(k, s) or append(k, s) of a store of strings, s is not empty, and no completed get(k) after e
//    returned a text with s in it. Take a linearization. From e's place until the next put(k, ..) the text
//    has s in it, so no completed get is there, and the rest is blind; the put makes the text the same again.
//
// 7. e is a mwcas, swap or write of words, and no completed operation saw one of its new values at that
//    location (in a result, or as what a successful mwcas expected), no pending mwcas expects one, and no mwcas
//    after e failed where e would have written (it names the location, or returned false and has it), unless e is
//    a mwcas that expects another value there than the failed one, which then fails without e as well. Take a linearization with
//    e in effect. Until a location is written again, an operation that used it would have seen e's value there,
//    or failed because of it: none did. What writes it again is thus blind, or pending with any result, and does as well without e.
#pragma once

#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// The operations to keep, in increasing order: all but the pending ones that the rules drop. REQUIRES: the
// history is resolved; crashed operations count as pending.
std::vector<OperationIndex> without_idle_pending(const History& history, const Spec& spec);

}  // namespace linnet
