// What a history of a container says about each of its values: from when to when it was certainly inside.
//
// Common to the monitors for queue, stack and priority queue. It needs every value to be added at most once,
// so that an operation that returned v is known to concern *the* element v. All operations on v then happen
// after its add and before its remove, which leaves four ranks that matter:
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
// and pending removes, whose result nobody knows. Pending peeks are dropped. So are pending adds whose value
// is never seen: in a legal order, all operations on one element of a container can be left out, as the
// presence of an element explains nothing but its own appearance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/algorithm.hpp"
#include "check/value_ids.hpp"

namespace linnet {

// What a method of a container does. `take` is a remove that waits while there is nothing.
enum class Role : std::uint8_t { add, remove, take, peek };

// By method index. Throws std::out_of_range for a method that has no role.
struct RoleName {
  std::string_view method;
  Role role;
};
std::vector<Role> roles_of(const Spec& spec, std::span<const RoleName> names);

struct Life {
  Rank add_call = kNever;
  Rank first_ret = kNever;
  Rank last_call = 0;
  Rank remove_ret = kNever;

  bool added() const { return first_ret != kNever; }  // as far as anybody knows
  bool removed() const { return remove_ret != kNever; }
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

// Why the history is not one of unique values on the object `name`; nullopt if it is.
std::optional<std::string> obstacle_to_unique_values(const Question& question, std::string_view name,
                                                     std::span<const Role> roles);

// REQUIRES: no obstacle, dense ranks. With a fault, the rest is not to be relied on.
Lives find_lives(const History& history, std::span<const Role> roles);

// The violation that a fault is. REQUIRES: lives.fault.
Violation explain_fault(const History& history, std::span<const Role> roles, const Lives& lives);

// That an empty call has no gap: names values that were inside all the while. Of values that stay, last_call
// is kNever.
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

// For explanations: the operations with these ranks. REQUIRES: there is one.
OperationIndex operation_called_at(const History& history, Rank call);
OperationIndex operation_returned_at(const History& history, Rank ret);
// The add of a value.
OperationIndex add_of(const History& history, const Lives& lives, ValueId value);

}  // namespace linnet
