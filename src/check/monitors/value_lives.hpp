// Finds what a history of a container says about each of its values: from when to when it was certainly inside.
//
// This is common to the monitors for queue, stack and priority queue. It needs every value to be added at most once,
// so that an operation that returned v is known to concern *the* element v. All operations on v then happen
// after its add and before its remove, which leaves few ranks that matter:
//
//   add_call    nothing can happen to v before
//   first_ret   the least return of all operations on v: by then v had been added
//   last_call   the greatest call of all operations on v: until then v had not been removed
//   remove_ret  nothing can happen to v after
//
// A *gap* g is the stretch of time right after the event of rank g; linearization points lie in gaps, and an
// operation has its point in one of the gaps [call, ret). The critical interval of v are the gaps
// [first_ret, last_call), empty if first_ret > last_call: v is inside then, whatever the order of operations.
//
// Example: enq(1) 0-3, peek() → 1 2-5, deq() → 1 4-7: the critical interval of 1 is [3, 4).
//
// Two kinds of operations concern no value at all: a completed remove or peek that found nothing (`empties`),
// and pending removes, whose result is not known. Pending peeks are dropped. So are pending adds whose value
// is never seen: in a legal order, all operations on one element of a container can be left out, as the
// presence of an element explains nothing but its own appearance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/linearizability/algorithm.hpp"
#include "check/monitors/value_ids.hpp"

namespace linnet {

// What a method of a container does. `take` is a remove that waits while there is nothing.
enum class Role : std::uint8_t { add, remove, take, peek };
inline bool removes(Role role) {
  return role == Role::remove || role == Role::take;
}

struct Life {
  Rank add_call = kNever;
  Rank first_ret = kNever;
  Rank last_call = 0;
  Rank remove_ret = kNever;
  Rank seen_ret = kNever;  // the least return of its peeks and its remove: by then it had been seen

  bool added() const { return first_ret != kNever; }  // as far as the history shows
  bool removed() const { return remove_ret != kNever; }
  bool leftover() const { return added() && !removed(); }
};

struct Lives {
  std::vector<Life> lives;              // by ValueId
  std::vector<ValueId> value_of;        // by operation; kNoValue where it concerns none, or was dropped
  std::vector<OperationIndex> empties;  // in the order of calls, as is
  std::vector<OperationIndex> pending_removes;  // this
  Rank ranks = 0;                               // rank_count(history)

  // Operations that no sequential history of a container can have, whatever the kind of container.
  enum class FaultKind : std::uint8_t { none, odd_result, removed_twice, never_added, seen_early, seen_late };
  FaultKind fault = FaultKind::none;
  ValueId faulty_value = kNoValue;
  OperationIndex faulty_operation = 0;  // for odd_result only
};

// REQUIRES: unique values; ranks = rank_count(history), dense. With a fault, the rest is not to be relied on.
Lives find_lives(const History& history, std::span<const Role> roles, Rank ranks);

// The violation that a fault is. REQUIRES: lives.fault.
Violation explain_fault(const History& history, std::span<const Role> roles, const Lives& lives);

// What becomes of values never removed: they stay (last_call = kNever), or they may go as soon as the first
// pending remove was called. REQUIRES: not `matched`; for `may_go`, that there is a pending remove.
enum class Leftovers : std::uint8_t { stay, matched, may_go };
void settle_leftovers(const History& history, Leftovers policy, Lives& lives);

// The gaps from .begin to before .end.
struct GapRange {
  Rank begin, end;
};

// Values whose critical intervals cover all these gaps together, in the order of time, each as long as
// possible; only those that are `eligible` are taken. Empty if there are none.
template <class Eligible>
std::vector<ValueId> covering_values(const Lives& lives, GapRange gaps, const Eligible& eligible) {
  std::vector<ValueId> cover;
  for (Rank gap = gaps.begin; gap < gaps.end;) {
    ValueId longest = kNoValue;
    for (ValueId v = 0; v < lives.lives.size(); ++v) {
      const Life& life = lives.lives[v];
      if (life.first_ret > gap || life.last_call <= gap || !eligible(v)) continue;
      if (longest == kNoValue || life.last_call > lives.lives[longest].last_call) longest = v;
    }
    if (longest == kNoValue) return {};
    cover.push_back(longest);
    gap = lives.lives[longest].last_call;
  }
  return cover;
}

// Adds the operations that make a value's life what it is.
void add_suspects(const History& history, const Lives& lives, ValueId value,
                  std::vector<OperationIndex>& suspects);
// "1, then 2"
std::string describe_values(const History& history, const Lives& lives, std::span<const ValueId> values);
// Says that an empty call has no gap: names values that were inside all the while.
Violation explain_empty(const History& history, const Lives& lives, OperationIndex empty);

// The operations of each value: its add, its peeks in the order of calls, its remove.
class OperationsByValue {
 public:
  OperationsByValue(const History& history, std::span<const Role> roles, const Lives& lives);
  std::span<const OperationIndex> of(ValueId v) const {
    return std::span(operations_).subspan(first_[v], first_[v + 1] - first_[v]);
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<OperationIndex> operations_;
};

// Finds the operations with these ranks, for explanations. REQUIRES: there is one.
OperationIndex operation_called_at(const History& history, Rank call);
OperationIndex operation_returned_at(const History& history, Rank ret);
// The add of a value.
OperationIndex add_of(const History& history, const Lives& lives, ValueId value);

}  // namespace linnet
