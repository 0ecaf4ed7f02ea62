// QuasiForesight: who removes what, and how far apart the removals are.
#include "check/quasi_foresight.hpp"

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
    roles_[i].adds = true;
    roles_[i].priority = op.args().back();
  }
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const Method& method = spec.method(op.method);
    // peekMin and peekMax choose among equals, so that they are not observers by type.
    if (!method.parameters.empty() || method.observer || method.name.starts_with("peek")) continue;
    roles_[i].takes = !op.completed() || !op.result.is_null();
    if (!op.completed()) {
      pending_removals_ = true;
      continue;
    }
    roles_[i].removes = true;
    if (op.result.is_null()) continue;
    const auto at = additions.find(op.result);
    if (at == additions.end() || roles_[at->second].removal != kNone) return false;
    roles_[at->second].removal = i;
    roles_[i].addition = at->second;
    roles_[i].priority = roles_[at->second].priority;
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

std::optional<std::uint64_t> QuasiForesight::tick(OperationIndex x, std::uint32_t now, std::uint32_t& clock) {
  switch (discipline_) {
    case Discipline::fifo: return tick_queue(x, now, clock);
    case Discipline::lifo: return tick_stack(x, now, clock);
    case Discipline::least:
    case Discipline::greatest: return 0;
  }
  return 0;
}

std::optional<std::uint64_t> QuasiForesight::tick_queue(OperationIndex x, std::uint32_t now,
                                                        std::uint32_t& clock) const {
  const Role& role = roles_[x];
  // A clock that is behind the present says nothing: configurations that differ in it alone are the same.
  if (clock < now) clock = 0;
  if (!role.adds) return 0;
  if (role.removal == kNone) {
    if (!pending_removals_) clock = kNeverAgain;
    return 0;
  }
  if (clock == kNeverAgain) return std::nullopt;
  const std::int64_t first = std::max(clock + std::int64_t{1}, first_index(role.removal));
  const std::int64_t room = last_index(role.removal) - first;
  if (room < 0) return std::nullopt;
  clock = static_cast<std::uint32_t>(first);
  return cost_of_room(room);
}

std::optional<std::uint64_t> QuasiForesight::tick_stack(OperationIndex x, std::uint32_t now,
                                                        std::uint32_t& clock) {
  const Role& role = roles_[x];
  const std::int64_t end = stacks_.number(clock);
  if (end < now) return std::nullopt;
  if (role.takes) clock = stacks_.below(clock);
  if (!role.adds) return 0;
  if (role.removal == kNone) {
    if (end != kNoEnd && !pending_removals_) return std::nullopt;
    clock = stacks_.push(clock, x, end == kNoEnd ? kNoEnd : end - 1);
    return 0;
  }
  const std::int64_t last = std::min(last_index(role.removal), end - 1);
  const std::int64_t room = last - std::max(now + std::int64_t{1}, first_index(role.removal));
  if (room < 0) return std::nullopt;
  clock = stacks_.push(clock, x, last);
  return cost_of_room(room);
}

void QuasiForesight::forget_all_but(std::vector<std::uint32_t>& clocks) {
  if (discipline_ == Discipline::lifo) stacks_.forget_all_but(clocks);
}

std::optional<OperationIndex> QuasiForesight::addition(OperationIndex y) const {
  return roles_[y].addition == kNone ? std::nullopt : std::optional(roles_[y].addition);
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
