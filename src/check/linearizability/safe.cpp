// The criterion `safe`: leaves out the operations that may return anything, and decides the rest.
#include <absl/container/flat_hash_map.h>

#include <algorithm>

#include "check/linearizability/linearizable.hpp"

namespace linnet {

namespace {

// The changes of one object, by when they were called and when they returned.
struct Changes {
  std::vector<Rank> calls, returns;  // increasing, once sorted

  // Those called before the observer's operation was over, and not over when it began.
  bool overlap(const Operation& look) const {
    return std::ranges::lower_bound(calls, look.ret) - calls.begin() >
           std::ranges::lower_bound(returns, look.call) - returns.begin();
  }
};

std::vector<OperationIndex> without_disturbed_looks(const History& history, const Spec& spec) {
  absl::flat_hash_map<std::uint32_t, Changes> changes;  // by object
  for (const Operation& op : history.operations) {
    if (spec.method(op.method).observer) continue;
    Changes& of_object = changes[op.object.value];
    of_object.calls.push_back(op.call);
    of_object.returns.push_back(op.ret);
  }
  for (auto& [object, of_object] : changes)
    std::ranges::sort(of_object.calls), std::ranges::sort(of_object.returns);

  const auto disturbed = [&](OperationIndex i) {
    const Operation& op = history.operations[i];
    if (!history.order) return changes[op.object.value].overlap(op);
    return std::ranges::any_of(history.indices(), [&](OperationIndex j) {
      const Operation& other = history.operations[j];
      return other.object == op.object && !spec.method(other.method).observer && !history.precedes(i, j) &&
             !history.precedes(j, i);
    });
  };
  std::vector<OperationIndex> kept = history.indices();
  std::erase_if(kept, [&](OperationIndex i) {
    return spec.method(history.operations[i].method).observer && disturbed(i);
  });
  return kept;
}

}  // namespace

CheckResult check_safe(const History& history, const Spec& spec, const CheckOptions& options,
                       const Budget& budget) {
  refuse_crashes(history, "safe");
  const std::vector<OperationIndex> kept = without_disturbed_looks(history, spec);
  CheckResult result = check_linearizable(history.select(kept), spec, options, budget);
  renumber(result.violating_part, kept);
  if (auto* const pass = std::get_if<Pass>(&result.verdict)) {
    renumber(pass->witness.order, kept);
  } else if (auto* const violation = std::get_if<Violation>(&result.verdict)) {
    if (result.violating_part.empty()) result.violating_part = kept;
    renumber(violation->suspects, kept);
    for (auto& order : violation->longest) renumber(order, kept);
  }
  return result;
}

}  // namespace linnet
