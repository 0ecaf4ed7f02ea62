// Finds what the rest of the history says about the order of two operations now, for queues, stacks and
// priority queues whose values are added once.
//
// The order in which two elements go into a queue decides the order in which they come out, perhaps a hundred
// thousand operations later. A search that goes position by position would have to carry both orders along,
// for every pair. But both ends are in the history. If x takes effect before y although the later history
// needs the opposite, then some later operations have to be moved, in sum by this many places:
//
//   queue    enq(a) before enq(b), although deq → b comes n places before deq → a
//   stack    push(a) before push(b), although pop → a comes after push(b), and pop → b after pop → a
//            push(a) before pop → b with b inside, although pop → a comes after it
//   pqueue   insert(a) before deqMin → b for a < b, although deqMin → a comes after it
//   all      an addition before a removal that found nothing, although the element is removed after it
//
// More than twice the factor is too much, and that order is not searched. Less is a reason to prefer other
// orders.
//
// For a stack it does not help to prefer one order: elements that were pushed together are often popped
// together, much later, and either order may be the one that is needed then. So the order is left open. The
// operations that have taken effect determine which elements are inside, so configurations that agree in
// these differ only in the order, and the search carries all orders along as one (stack_sets.hpp): a push
// goes on top of each, a pop leaves those that have its element on top.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "check/quasi/limits.hpp"
#include "check/quasi/stack_sets.hpp"
#include "history/model/history.hpp"
#include "spec/builtin.hpp"

namespace linnet {

class QuasiForesight {
 public:
  // Returns nullopt for another specification, for a value that is added twice, or unless there is one group
  // of all operations.
  static std::optional<QuasiForesight> find(const History& history, const Spec& spec,
                                            const QuasiLimits& limits) {
    if (limits.groups() != 1 || limits.total(0) != history.size()) return std::nullopt;
    QuasiForesight foresight(limits);
    const BuiltinObject object = builtin_object(spec);
    if (object == BuiltinObject::stack) {
      foresight.discipline_ = Discipline::lifo;
    } else if (object == BuiltinObject::pqueue) {
      const auto takes_greatest = [&](const Operation& op) {
        return spec.method(op.method).name == "deqMax";
      };
      const auto takes_least = [&](const Operation& op) { return spec.method(op.method).name == "deqMin"; };
      if (std::ranges::any_of(history.operations, takes_greatest)) {
        if (std::ranges::any_of(history.operations, takes_least)) return std::nullopt;
        foresight.discipline_ = Discipline::greatest;
      } else {
        foresight.discipline_ = Discipline::least;
      }
    } else if (object != BuiltinObject::queue) {
      return std::nullopt;
    }
    if (!foresight.learn(history, spec)) return std::nullopt;
    return foresight;
  }

  // The later cost if x takes effect before y; nullopt if it cannot. `inside` says that the element that y
  // pops was pushed before.
  std::optional<std::uint64_t> cost_if_first(OperationIndex x, OperationIndex y, bool inside) const {
    const Role &a = roles_[x], &b = roles_[y];
    if (!a.adds) return 0;
    if (b.removes && b.priority.is_null()) return cost_of_inversion(y, a.removal);
    switch (discipline_) {
      case Discipline::fifo: return b.adds ? cost_of_inversion(b.removal, a.removal) : 0;
      case Discipline::lifo: {
        if (b.removes) return inside ? cost_of_inversion(y, a.removal) : 0;
        if (!b.adds || a.removal == kNone) return 0;
        const auto disjoint = cost_of_inversion(y, a.removal),
                   nested = cost_of_inversion(a.removal, b.removal);
        return disjoint && nested ? std::min(disjoint, nested) : disjoint ? disjoint : nested;
      }
      case Discipline::least:
      case Discipline::greatest:
        return b.removes && overtakes(a.priority, y) ? cost_of_inversion(y, a.removal) : 0;
    }
    return 0;
  }

  // What is known about a configuration in addition to its state. For a queue, whose elements leave one after
  // the other, it is the first index in ρ'' at which the newest can leave. For a stack it is the set of
  // possible stacks: configurations that differ in nothing else are one, and have no other state.
  using Outlook = std::uint32_t;
  Outlook initial_outlook() const { return replaces_states() ? StackSets::kEmptyStack : 0; }
  bool replaces_states() const { return discipline_ == Discipline::lifo; }

  // Updates the outlook when x takes effect at index `now`. Returns the cost; nullopt if some element would
  // have to leave too late, or if x cannot take effect.
  std::optional<std::uint64_t> tick(OperationIndex x, std::uint32_t now, Outlook& outlook) {
    switch (discipline_) {
      case Discipline::fifo: return tick_queue(x, now, outlook);
      case Discipline::lifo: return tick_stack(x, now, outlook);
      case Discipline::least:
      case Discipline::greatest: return 0;
    }
    return 0;
  }

  // The outlook if two ways lead to the same configuration.
  Outlook unite(Outlook a, Outlook b) { return replaces_states() ? stacks_.unite(a, b) : std::max(a, b); }

  // Whether a configuration with outlook a can do everything that one with outlook b can.
  bool covers(Outlook a, Outlook b) { return !replaces_states() || unite(a, b) == a; }

  // The contents of a stack. Its elements are named by their additions; the top is last.
  using Stack = std::vector<OperationIndex>;
  Stack some_stack(Outlook outlook) const { return stacks_.some_stack(outlook); }
  bool can_be(Outlook outlook, const Stack& stack) const { return stacks_.contains(outlook, stack); }
  // Changes the stack to a possible one before x takes effect; returns false if there is none.
  bool undo(OperationIndex x, Outlook before, Stack& stack) const {
    const Role& role = roles_[x];
    const bool has_on_top = !stack.empty() && stack.back() == (role.adds ? x : role.addition);
    if (role.adds) {
      if (!has_on_top) return false;
      stack.pop_back();
      if (can_be(before, stack)) return true;
      stack.push_back(x);
      return false;
    }
    if (role.finds_nothing) return stack.empty() && can_be(before, stack);
    if (!role.takes) return (role.addition == kNone || has_on_top) && can_be(before, stack);
    if (!role.removes)
      return (stack.empty() && can_be(before, stack)) || stacks_.extend_within(before, stack);
    stack.push_back(role.addition);
    if (can_be(before, stack)) return true;
    stack.pop_back();
    return false;
  }

  bool wants_to_forget() const { return stacks_.abounds(); }
  // Renames the outlooks to their new names.
  void forget_all_but(std::vector<Outlook>& outlooks) {
    if (replaces_states()) stacks_.forget_all_but(outlooks);
  }

  bool adds(OperationIndex x) const { return roles_[x].adds; }
  // The addition of the element that y removes from a stack, if it does.
  std::optional<OperationIndex> popped(OperationIndex y) const {
    if (discipline_ != Discipline::lifo || !roles_[y].takes || roles_[y].addition == kNone)
      return std::nullopt;
    return roles_[y].addition;
  }

 private:
  enum class Discipline : std::uint8_t { fifo, lifo, least, greatest };
  static constexpr OperationIndex kNone = ~OperationIndex{0};
  static constexpr std::uint32_t kNeverAgain = ~std::uint32_t{0};

  explicit QuasiForesight(const QuasiLimits& limits) : limits_(&limits) {}

  bool learn(const History& history, const Spec& spec) {
    roles_.resize(history.size());
    absl::flat_hash_map<Value, OperationIndex> additions;
    for (OperationIndex i = 0; i < history.size(); ++i) {
      const Operation& op = history.operations[i];
      if (spec.method(op.method).parameters.empty()) continue;
      const Value value = op.args().front();
      // A removal that returns null is assumed to have found nothing.
      if (value.is_null() || !additions.emplace(value, i).second) return false;
      if (op.completed() && !op.result.is_null()) return false;
      roles_[i].adds = true;
      roles_[i].priority = op.args().back();
    }
    for (OperationIndex i = 0; i < history.size(); ++i) {
      const Operation& op = history.operations[i];
      const Method& method = spec.method(op.method);
      if (!method.parameters.empty()) continue;
      // peekMin and peekMax choose among equals, so their types do not make them observers.
      const bool observes = method.observer || method.name.starts_with("peek");
      Role& role = roles_[i];
      role.takes = !observes && !(op.completed() && op.result.is_null());
      role.removes = !observes && op.completed();
      role.finds_nothing = op.completed() && op.result.is_null();
      pending_removals_ = pending_removals_ || (!observes && !op.completed());
      if (!op.completed() || op.result.is_null()) continue;
      const auto at = additions.find(op.result);
      if (at == additions.end()) return false;
      role.addition = at->second;
      if (observes) continue;
      Role& added = roles_[at->second];
      if (added.removal != kNone) return false;
      added.removal = i;
      role.priority = added.priority;
    }
    return true;
  }

  // The cost if `late` has to come before `early`.
  std::optional<std::uint64_t> cost_of_inversion(OperationIndex early, OperationIndex late) const {
    if (early == kNone) return 0;
    if (late == kNone) return pending_removals_ ? std::optional<std::uint64_t>(0) : std::nullopt;
    const auto first = [this](OperationIndex i) { return std::int64_t{limits_->before(0, i)}; };
    const auto last = [this](OperationIndex i) { return std::int64_t{limits_->until(0, i)} - 1; };
    if (first(late) + 1 > last(early) + 2 * std::int64_t{limits_->factor(0)}) return std::nullopt;
    // Twice the distance between the middles of the ranges in which they can be.
    const std::int64_t between =
        std::max<std::int64_t>(0, first(late) + last(late) - first(early) - last(early));
    return static_cast<std::uint64_t>(between * between);
  }

  std::optional<std::uint64_t> tick_queue(OperationIndex x, std::uint32_t now, Outlook& newest) const {
    const Role& role = roles_[x];
    if (newest < now) newest = 0;
    if (!role.adds) return 0;
    if (role.removal == kNone) {
      if (!pending_removals_) newest = kNeverAgain;
      return 0;
    }
    if (newest == kNeverAgain) return std::nullopt;
    const std::int64_t first = std::max(newest + std::int64_t{1}, first_index(role.removal));
    const std::int64_t room = last_index(role.removal) - first;
    if (room < 0) return std::nullopt;
    newest = static_cast<Outlook>(first);
    return cost_of_room(room);
  }

  std::optional<std::uint64_t> tick_stack(OperationIndex x, std::uint32_t now, Outlook& stacks) {
    const Role& role = roles_[x];
    if (role.adds) return push(x, now, stacks);
    if (role.finds_nothing) {
      stacks = stacks_.has_empty(stacks) ? StackSets::kEmptyStack : StackSets::kNoStack;
    } else if (role.takes) {
      stacks = role.removes ? stacks_.pop(stacks, role.addition) : stacks_.pop_any(stacks);
    } else if (role.addition != kNone) {
      stacks = stacks_.with_top(stacks, role.addition);
    }
    stacks = stacks_.in_time(stacks, std::int64_t{now} + 1);
    return stacks == StackSets::kNoStack ? std::nullopt : std::optional<std::uint64_t>(0);
  }

  std::optional<std::uint64_t> push(OperationIndex x, std::uint32_t now, Outlook& stacks) {
    const OperationIndex removal = roles_[x].removal;
    std::int64_t first = std::int64_t{now} + 1, last = StackSets::kNever;
    if (removal != kNone) {
      first = std::max(first, first_index(removal));
      last = last_index(removal);
    } else if (!pending_removals_) {
      first = StackSets::kNever;
    }
    stacks = stacks_.in_time(stacks, std::min(first + 1, StackSets::kNever));
    const std::int64_t room = std::min(last, stacks_.latest(stacks) - 1) - first;
    if (stacks == StackSets::kNoStack || (removal != kNone && room < 0)) return std::nullopt;
    stacks = stacks_.push(stacks, x, last);
    return removal == kNone ? 0 : cost_of_room(room);
  }

  // The indices in ρ'' that an operation can have.
  std::int64_t first_index(OperationIndex i) const {
    return std::int64_t{limits_->before(0, i)} - limits_->factor(0);
  }
  std::int64_t last_index(OperationIndex i) const {
    return std::int64_t{limits_->until(0, i)} - 1 + limits_->factor(0);
  }
  // The less room, the higher the cost.
  std::uint64_t cost_of_room(std::int64_t room) const {
    const std::int64_t plenty = 2 * std::int64_t{limits_->factor(0)} + 1;
    const std::int64_t lacking = std::max<std::int64_t>(0, 2 * (plenty - room));
    return static_cast<std::uint64_t>(lacking * lacking);
  }

  // Whether an element of this priority has to be gone before the removal y.
  bool overtakes(Value priority, OperationIndex y) const {
    if (roles_[y].priority.is_null()) return true;
    return discipline_ == Discipline::least ? priority < roles_[y].priority : priority > roles_[y].priority;
  }

  struct Role {
    bool adds = false, removes = false;
    bool takes = false;               // it takes an element, or may: a pending removal
    bool finds_nothing = false;       // it is known to have found the object empty
    OperationIndex removal = kNone;   // for an addition: the removal of its element
    OperationIndex addition = kNone;  // for a removal or an observer: the addition of its element
    Value priority;                   // of the element; null for a removal that found nothing
  };

  const QuasiLimits* limits_;
  Discipline discipline_ = Discipline::fifo;
  bool pending_removals_ = false;
  std::vector<Role> roles_;
  StackSets stacks_;
};

}  // namespace linnet
