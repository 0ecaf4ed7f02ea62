// The criteria across crashes: linearizability of objects that outlive crashes.
//
// An operation that a crash cut off may or may not have taken effect, and its result is free. If it did take
// effect:
//   strict        before the crash that cut it off: it comes before every operation called after that crash;
//   persistent    before its thread's next call, on any object: it comes before that operation, and before
//                 every one called later;
//   recoverable   before its thread's next operation on that object takes effect: it comes before every later
//                 operation of the same thread on the same object that takes effect, though perhaps after the
//                 call of that operation;
//   transient     before its thread's next write returns, on any object: it comes before every operation
//                 called after that. A write is any method that is not an observer;
//   durable       at any time after its call;
//   nesting-safe  there are none: the recovery completes each operation that was cut off, before its thread
//                 calls another.
// An operation that its recovery completed took effect before that return; for `strict`, before the crash as
// well.
//
//   thread 0   write(1) ✗ crash    read() → 0   read() → 1
//
// is durable (the write took effect between the reads), and neither strict nor recoverable: the write would
// have to come before the first read. With the reads by another thread it is recoverable as well.
//
// OPODIS'19, section 5.3, says "the next operation of the same process" for recoverable; if that operation
// was cut off too and never took effect, the next is the one after it.
//
// crash.cpp says how they are decided.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "check/linearizability/linearizable.hpp"
#include "history/model/history.hpp"

namespace linnet {

enum class CrashCriterion : std::uint8_t {
  strict,
  persistent,
  recoverable,
  transient,
  durable,
  nesting_safe
};
inline constexpr CrashCriterion kCrashCriteria[] = {
    CrashCriterion::strict,    CrashCriterion::persistent, CrashCriterion::recoverable,
    CrashCriterion::transient, CrashCriterion::durable,    CrashCriterion::nesting_safe};
constexpr std::string_view name_of(CrashCriterion criterion) {
  switch (criterion) {
    case CrashCriterion::strict: return "strict";
    case CrashCriterion::persistent: return "persistent";
    case CrashCriterion::recoverable: return "recoverable";
    case CrashCriterion::transient: return "transient";
    case CrashCriterion::durable: return "durable";
    case CrashCriterion::nesting_safe: return "nesting-safe";
  }
  return "";
}

// The definition itself, in time linear in the history: whether operation `i`, which is not placed, can no
// longer take effect after those that are placed.
bool comes_too_late(const History& history, const Spec& spec, CrashCriterion criterion, OperationIndex i,
                    const std::vector<bool>& placed);

// For a history without crashes, all of these are linearizability. Throws InputError as check_linearizable
// does; for a history with crashes that is marked as stuck; and with nesting-safe for a thread that continues
// without completing the operation that was cut off. REQUIRES: the history is resolved.
CheckResult check_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion,
                                 const CheckOptions& options, const Budget& budget);

}  // namespace linnet
