// Implements QuasiForesight: which operation removes what, and how far apart the removals are.
#include "check/quasi/foresight.hpp"

#include <algorithm>

#include <absl/container/flat_hash_map.h>

namespace linnet {

std::optional<QuasiForesight> QuasiForesight::find(const History& history, const Spec& spec,
                                                   const QuasiLimits& limits) {
  if (limits.groups() != 1 || limits.total(0) != history.size()) return std::nullopt;
  QuasiForesight foresight(limits);
  const std::string& object = spec.monitored_as();
  if (object == "stack") {
    foresight.discipline_ = Discipline::lifo;
  } else if (object == "pqueue") {
    const auto takes_greatest = [&](const Operation& op) { return spec.method(op.method).name == "deqMax"; };
    const auto takes_least = [&](const Operation& op) { return spec.method(op.method).name == "deqMin"; };
    if (std::ranges::any_of(history.operations, takes_greatest)) {
      if (std::ranges::any_of(history.operations, takes_least)) return std::nullopt;
      foresight.discipline_ = Discipline::greatest;
    } else {
      foresight.discipline_ = Discipline::least;
    }
  } else if (object != "queue") {
    return std::nullopt;
  }
  if (!foresight.learn(history, spec)) return std::nullopt;
  return foresight;
}

bool QuasiForesight::learn(const History& history, const Spec& spec) {
  roles_.resize(history.size());
  absl::flat_hash_map<Value, OperationIndex> additions;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    if (spec.method(op.method).parameters.empty()) continue;
    const Value value = op.args().front();
    // A removal that returns null is taken to have found nothing.
    if (value.is_null() || !additions.emplace(value, i).second) return false;
    if (op.completed() && !op.result.is_null()) return false;
    roles_[i].adds = true;
    roles_[i].priority = op.args().back();
  }
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const Method& method = spec.method(op.method);
    if (!method.parameters.empty()) continue;
    // peekMin and peekMax choose among equals, so that they are not observers by type.
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

std::optional<std::uint64_t> QuasiForesight::cost_of_inversion(OperationIndex early,
                                                               OperationIndex late) const {
  if (early == kNone) return 0;
  if (late == kNone) return pending_removals_ ? std::optional<std::uint64_t>(0) : std::nullopt;
  const auto first = [this](OperationIndex i) { return std::int64_t{limits_->before(0, i)}; };
  const auto last = [this](OperationIndex i) { return std::int64_t{limits_->until(0, i)} - 1; };
  if (first(late) + 1 > last(early) + 2 * std::int64_t{limits_->factor(0)}) return std::nullopt;
  // Twice the distance between the middles of where they can be.
  const std::int64_t between =
      std::max<std::int64_t>(0, first(late) + last(late) - first(early) - last(early));
  return static_cast<std::uint64_t>(between * between);
}

bool QuasiForesight::overtakes(Value priority, OperationIndex y) const {
  if (roles_[y].priority.is_null()) return true;
  return discipline_ == Discipline::least ? priority < roles_[y].priority : priority > roles_[y].priority;
}

std::uint64_t QuasiForesight::cost_of_room(std::int64_t room) const {
  const std::int64_t plenty = 2 * std::int64_t{limits_->factor(0)} + 1;
  const std::int64_t lacking = std::max<std::int64_t>(0, 2 * (plenty - room));
  return static_cast<std::uint64_t>(lacking * lacking);
}

std::optional<std::uint64_t> QuasiForesight::tick(OperationIndex x, std::uint32_t now, Outlook& outlook) {
  switch (discipline_) {
    case Discipline::fifo: return tick_queue(x, now, outlook);
    case Discipline::lifo: return tick_stack(x, now, outlook);
    case Discipline::least:
    case Discipline::greatest: return 0;
  }
  return 0;
}

std::optional<std::uint64_t> QuasiForesight::tick_queue(OperationIndex x, std::uint32_t now,
                                                        Outlook& newest) const {
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

std::optional<std::uint64_t> QuasiForesight::tick_stack(OperationIndex x, std::uint32_t now,
                                                        Outlook& stacks) {
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

std::optional<std::uint64_t> QuasiForesight::push(OperationIndex x, std::uint32_t now, Outlook& stacks) {
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

QuasiForesight::Outlook QuasiForesight::unite(Outlook a, Outlook b) {
  return replaces_states() ? stacks_.unite(a, b) : std::max(a, b);
}

bool QuasiForesight::undo(OperationIndex x, Outlook before, Stack& stack) const {
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
  if (!role.removes) return (stack.empty() && can_be(before, stack)) || stacks_.extend_within(before, stack);
  stack.push_back(role.addition);
  if (can_be(before, stack)) return true;
  stack.pop_back();
  return false;
}

void QuasiForesight::forget_all_but(std::vector<Outlook>& outlooks) {
  if (replaces_states()) stacks_.forget_all_but(outlooks);
}

std::optional<std::uint64_t> QuasiForesight::cost_if_first(OperationIndex x, OperationIndex y,
                                                           bool inside) const {
  const Role &a = roles_[x], &b = roles_[y];
  if (!a.adds) return 0;
  if (b.removes && b.priority.is_null()) return cost_of_inversion(y, a.removal);
  switch (discipline_) {
    case Discipline::fifo: return b.adds ? cost_of_inversion(b.removal, a.removal) : 0;
    case Discipline::lifo: {
      if (b.removes) return inside ? cost_of_inversion(y, a.removal) : 0;
      if (!b.adds || a.removal == kNone) return 0;
      const auto disjoint = cost_of_inversion(y, a.removal), nested = cost_of_inversion(a.removal, b.removal);
      return disjoint && nested ? std::min(disjoint, nested) : disjoint ? disjoint : nested;
    }
    case Discipline::least:
    case Discipline::greatest:
      return b.removes && overtakes(a.priority, y) ? cost_of_inversion(y, a.removal) : 0;
  }
  return 0;
}

}  // namespace linnet
