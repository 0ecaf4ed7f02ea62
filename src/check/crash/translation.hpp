// Turns a history with crashes into one without, so that everything that decides linearizability decides it.
//
// An operation that was cut off becomes one that *returned*, at its deadline, with any result, and that may
// have done nothing at all: its step leads to what it does and also to the state as it was. Where it has no
// deadline it becomes a pending one.
//
//   strict       the deadline is the crash;
//   recoverable  the deadline is the return of the same thread's next operation n on that object, and n waits
//                for it: a state also has the tokens of operations that were placed, and n takes the token of
//                the one it follows;
//   durable      there is no deadline.
//
//   thread 0  write(1) ✗ crash  read() → 1       strict:      write(1)? until the crash, read() → 1
//                                                recoverable: write(1)? until the read returns, giving token
//                                                             0; read() → 1, taking token 0
//
// An operation that does nothing can be placed at its call, so the duty to place it costs nothing; and
// if n was cut off as well and does nothing, it passes the order on to the one that follows.
//
// A mwcas of which a value was seen that only it writes took effect for certain, and succeeded: it is not
// optional (check/multiword/mwcas_versions.hpp).
//
// Locality holds as ever: operations on other objects are ordered by time alone. By key it holds as long as no
// token goes from one key to another, so the keys that tokens connect count as one.
#pragma once

#include <optional>
#include <vector>

#include "check/crash/crash.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// A mwcas history in which it is certain of every operation that was cut off whether it took effect, and what is
// left of the crashes is that some operations come before others. The precedence graph takes such a history.
struct SettledMwcas {
  History history;
  std::vector<PartialOrder::Edge> waits;  // the second waits for the first
};

struct CrashFree {
  History history;  // without crashes
  Spec spec;        // of that history; the original one if no operation became an optional one
  std::vector<OperationIndex> kept;  // of the original history, by index in this one: idle ones are left out
  std::optional<SettledMwcas> settled = {};  // of a recoverable mwcas history, where that is so
};

// REQUIRES: the history is resolved, and has no explicit order.
CrashFree translate_crashes(const History& history, const Spec& spec, CrashCriterion criterion);

// Given an order of operations that linearizes a translated history, or a part of it, this returns the operations that took
// effect: only some of those that were cut off did. All indices are those of the original history and `spec` is the
// original specification.
std::vector<OperationIndex> took_effect(const History& history, const Spec& spec,
                                        const std::vector<OperationIndex>& order);

}  // namespace linnet
