// QuasiGuide: the middle of each element's two intervals.
#include "check/quasi_guide.hpp"

#include <algorithm>
#include <tuple>

#include <absl/container/flat_hash_map.h>

namespace linnet {

std::optional<QuasiGuide> QuasiGuide::find(const History& history, const Spec& spec) {
  const bool queue = spec.monitored_as() == "queue", stack = spec.monitored_as() == "stack";
  if ((!queue && !stack) || history.order) return std::nullopt;
  const auto adds = [&](const Operation& op) { return spec.method(op.method).parameters.size() == 1; };
  const auto removes = [&](const Operation& op) {
    return op.completed() && !op.result.is_null() && !adds(op) && !spec.method(op.method).observer;
  };
  std::int64_t end = 1;
  for (const Operation& op : history.operations)
    end = std::max<std::int64_t>({end, op.call, op.completed() ? op.ret : 0});
  const auto middle = [end](const Operation& op) {
    return std::int64_t{op.call} + (op.completed() ? std::int64_t{op.ret} : end);
  };

  QuasiGuide guide;
  guide.lifo_ = stack;
  guide.lives_.resize(history.size());
  absl::flat_hash_map<Value, OperationIndex> added;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    if (!adds(op)) continue;
    if (!added.emplace(op.argument, i).second) return std::nullopt;
    guide.lives_[i] = {middle(op), 4 * end};
  }
  for (const Operation& op : history.operations) {
    if (!removes(op)) continue;
    if (const auto at = added.find(op.result); at != added.end()) guide.lives_[at->second].removed = middle(op);
  }
  return guide;
}

bool QuasiGuide::prefers(OperationIndex first, OperationIndex second) const {
  const Life &a = lives_[first], &b = lives_[second];
  if (a.added == kNotAnAddition || b.added == kNotAnAddition) return false;
  if (!lifo_) return std::tuple(a.added + a.removed, first) < std::tuple(b.added + b.removed, second);
  // On a stack only elements that are there together are bound to an order: the longer life lies below.
  if (a.removed <= b.added || b.removed <= a.added) return false;
  return std::tuple(a.added - a.removed, first) < std::tuple(b.added - b.removed, second);
}

}  // namespace linnet
