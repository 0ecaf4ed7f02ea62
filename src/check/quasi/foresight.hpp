// Finds what the rest of the history says about the order of two operations now, for queues, stacks and priority
// queues whose values are added once.
//
// The order in which two elements go into a queue decides the order in which they come out, perhaps a hundred
// thousand operations later, and a search that goes position by position would have to carry both orders
// along, for every pair. But both ends are in the history. If x takes effect before y although the later
// history wants it otherwise, then some later operations have to be moved, in sum by this many places:
//
//   queue    enq(a) before enq(b), although deq → b comes n places before deq → a
//   stack    push(a) before push(b), although pop → a comes after push(b), and pop → b after pop → a
//            push(a) before pop → b with b inside, although pop → a comes after it
//   pqueue   insert(a) before deqMin → b for a < b, although deqMin → a comes after it
//   all      an addition before a removal that found nothing, although the element is removed after it
//
// More than twice the factor is too much, and that order is not searched. Less is a reason to prefer others.
//
// For a stack it is no use to prefer one order: what was pushed together is often popped together, much later, and either order
// may be the one that is needed then. Its order is left open. What is inside follows from which operations have taken effect, so that
// configurations which have that in common differ in the order alone, and the search carries all orders along as one
// (stack_sets.hpp): a push goes on top of each, a pop leaves those that have its element on top.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/quasi/limits.hpp"
#include "check/quasi/stack_sets.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

class QuasiForesight {
 public:
  // Returns nullopt for another specification, for a value that is added twice, or unless there is one group of all operations.
  static std::optional<QuasiForesight> find(const History& history, const Spec& spec,
                                            const QuasiLimits& limits);

  // What it costs later if x takes effect before y; nullopt if it cannot. `inside` says that what y pops has been
  // pushed before.
  std::optional<std::uint64_t> cost_if_first(OperationIndex x, OperationIndex y, bool inside) const;

  // What is known about a configuration beside its state. Elements of a queue leave one after the other: it is the
  // first index in ρ'' at which the newest can. For a stack it is what the stack can be: configurations that differ in
  // nothing else are one, and have no other state.
  using Outlook = std::uint32_t;
  Outlook initial_outlook() const { return replaces_states() ? StackSets::kEmptyStack : 0; }
  bool replaces_states() const { return discipline_ == Discipline::lifo; }

  // Moves the outlook on when x takes effect at index `now`; returns the cost, nullopt if some element would have to leave
  // too late, or if x cannot take effect.
  std::optional<std::uint64_t> tick(OperationIndex x, std::uint32_t now, Outlook& outlook);
  // What is known where two ways lead to the same configuration.
  Outlook unite(Outlook a, Outlook b);
  // Whether a configuration with the one can do whatever one with the other can.
  bool covers(Outlook a, Outlook b) { return !replaces_states() || unite(a, b) == a; }

  // The contents of a stack. Its elements are named by their additions; the top is last.
  using Stack = std::vector<OperationIndex>;
  Stack some_stack(Outlook outlook) const { return stacks_.some_stack(outlook); }
  bool can_be(Outlook outlook, const Stack& stack) const { return stacks_.contains(outlook, stack); }
  // Changes the stack to one that it can be before x takes effect; false if there is none.
  bool undo(OperationIndex x, Outlook before, Stack& stack) const;

  bool wants_to_forget() const { return stacks_.abounds(); }
  // Renames the outlooks to what they are called from now on.
  void forget_all_but(std::vector<Outlook>& outlooks);

  bool adds(OperationIndex x) const { return roles_[x].adds; }
  // The addition of what y removes from a stack, if it does.
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

  bool learn(const History& history, const Spec& spec);
  // What it costs if `late` is to come before `early`.
  std::optional<std::uint64_t> cost_of_inversion(OperationIndex early, OperationIndex late) const;
  std::optional<std::uint64_t> tick_queue(OperationIndex x, std::uint32_t now, Outlook& newest) const;
  std::optional<std::uint64_t> tick_stack(OperationIndex x, std::uint32_t now, Outlook& stacks);
  std::optional<std::uint64_t> push(OperationIndex x, std::uint32_t now, Outlook& stacks);
  // The indices in ρ'' that an operation can have.
  std::int64_t first_index(OperationIndex i) const {
    return std::int64_t{limits_->before(0, i)} - limits_->factor(0);
  }
  std::int64_t last_index(OperationIndex i) const {
    return std::int64_t{limits_->until(0, i)} - 1 + limits_->factor(0);
  }
  // The less room, the more.
  std::uint64_t cost_of_room(std::int64_t room) const;
  // Whether an element of this priority has to be gone before the removal y.
  bool overtakes(Value priority, OperationIndex y) const;

  struct Role {
    bool adds = false, removes = false;
    bool takes = false;               // an element, or may: a pending removal
    bool finds_nothing = false;       // it is known to have found the object empty
    OperationIndex removal = kNone;   // of what an addition adds
    OperationIndex addition = kNone;  // of what a removal removes, or an observer sees
    Value priority;                   // of what is added or removed; null for a removal that found nothing
  };

  const QuasiLimits* limits_;
  Discipline discipline_ = Discipline::fifo;
  bool pending_removals_ = false;
  std::vector<Role> roles_;
  StackSets stacks_;
};

}  // namespace linnet
