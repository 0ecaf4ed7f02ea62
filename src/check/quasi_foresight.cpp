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
    if (!additions.emplace(value, i).second) return false;
    roles_[i].adds = true;
    roles_[i].priority = op.args().back();
  }
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const Method& method = spec.method(op.method);
    // peekMin and peekMax choose among equals, so that they are not observers by type.
    if (!method.parameters.empty() || method.observer || method.name.starts_with("peek")) continue;
    if (!op.completed()) {
      pending_removals_ = true;
      continue;
    }
    roles_[i].removes = true;
    if (op.result.is_null()) continue;
    const auto at = additions.find(op.result);
    if (at == additions.end() || roles_[at->second].removal != kNone) return false;
    roles_[at->second].removal = i;
    roles_[i].priority = roles_[at->second].priority;
  }
  return true;
}

std::uint64_t QuasiForesight::gap(OperationIndex early, OperationIndex late) const {
  if (early == kNone) return 0;
  if (late == kNone) return pending_removals_ ? 0 : kTooMany;
  const std::uint64_t first = limits_->until(0, early), last = limits_->before(0, late) + std::uint64_t{1};
  return last > first ? last - first : 0;
}

bool QuasiForesight::overtakes(Value priority, OperationIndex y) const {
  if (roles_[y].priority.is_null()) return true;
  return discipline_ == Discipline::least ? priority < roles_[y].priority : priority > roles_[y].priority;
}

std::uint64_t QuasiForesight::moved_if_first(OperationIndex x, OperationIndex y) const {
  const Role &a = roles_[x], &b = roles_[y];
  if (!a.adds) return 0;
  if (b.removes && b.priority.is_null()) return gap(y, a.removal);
  switch (discipline_) {
    case Discipline::fifo: return b.adds ? gap(b.removal, a.removal) : 0;
    case Discipline::lifo:
      if (!b.adds || a.removal == kNone) return 0;
      return std::min(gap(y, a.removal), gap(a.removal, b.removal));
    case Discipline::least:
    case Discipline::greatest: return b.removes && overtakes(a.priority, y) ? gap(y, a.removal) : 0;
  }
  return 0;
}

}  // namespace linnet
