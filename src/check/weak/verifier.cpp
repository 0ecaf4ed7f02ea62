// Verifies abstract executions, pair by pair.
#include "check/weak/verifier.hpp"

#include "check/weak/concurrent.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace linnet {

namespace {

using Rows = std::vector<OperationSet>;

// x (R.S) z iff x R y and y S z for some y.
Rows compose(const Rows& r, const Rows& s) {
  Rows result(s.size(), OperationSet(s.size()));
  for (OperationIndex z = 0; z < s.size(); ++z) {
    s[z].for_each([&](OperationIndex y) { result[z] |= r[y]; });
  }
  return result;
}

std::string complaint_about_order(const History& history, const std::vector<OperationIndex>& lin) {
  OperationSet seen(history.size());
  for (const OperationIndex i : lin) {
    if (i >= history.size())
      return fmt::format("the linearization names operation {}, which does not exist", i);
    if (seen.contains(i)) return fmt::format("operation {} is linearized twice", i);
    for (OperationIndex a = 0; a < history.size(); ++a) {
      if (history.precedes(a, i) && !seen.contains(a))
        return fmt::format("operation {} is not linearized before {}, which it happened before", a, i);
    }
    seen.insert(i);
  }
  for (OperationIndex i = 0; i < history.size(); ++i) {
    if (history.operations[i].completed() && !seen.contains(i))
      return fmt::format("operation {} is completed, but not linearized", i);
  }
  return "";
}

}  // namespace

const Axiom* first_broken(const WeakModel& model, const Spec& spec, const AbstractRelations& relations) {
  for (const Axiom& axiom : model.axioms()) {
    Rows right = relations.rows(axiom.right[0]);
    for (std::size_t i = 1; i < axiom.right.size(); ++i)
      right = compose(right, relations.rows(axiom.right[i]));
    for (const OperationIndex z : relations.order) {
      const std::string& method = spec.method(relations.history.operations[z].method).name;
      if (!axiom.method.empty() && axiom.method != method) continue;
      if (!relations.rows(axiom.left)[z].includes(right[z])) return &axiom;
    }
  }
  return nullptr;
}

std::optional<std::string> verify_execution(const History& history, const Spec& spec, const WeakModel& model,
                                            const AbstractExecution& execution) {
  if (std::string wrong = complaint_about_order(history, execution.lin); !wrong.empty()) return wrong;
  if (execution.visible.size() != execution.lin.size())
    return "not every linearized operation has a visibility";
  AbstractRelations relations(history);
  ReturnValues returns(history, spec);
  for (std::size_t k = 0; k < execution.lin.size(); ++k) {
    const OperationIndex z = execution.lin[k];
    OperationSet visible(history.size());
    for (const OperationIndex x : execution.visible[k]) {
      if (x >= history.size() || !relations.linearized.contains(x))
        return fmt::format("operation {} sees {}, which is not linearized before it", z, x);
      visible.insert(x);
    }
    std::vector<OperationIndex> context;
    std::ranges::copy_if(relations.order, std::back_inserter(context),
                         [&](OperationIndex x) { return visible.contains(x); });
    const auto sees = [&](OperationIndex y, OperationIndex x) { return relations.vis[y].contains(x); };
    const bool explained =
        model.add_wins() ? add_wins_explains(history, spec, context, z, sees) : returns.explains(context, z);
    if (!explained) {
      return fmt::format("operation {}, {}, does not return that after what it sees", z,
                         history.describe(history.operations[z]));
    }
    relations.append(z, visible);
  }
  if (const Axiom* broken = first_broken(model, spec, relations)) {
    const auto which = static_cast<std::size_t>(broken - model.axioms().data());
    return fmt::format("axiom {} of \"{}\" does not hold", which + 1, model.to_string());
  }
  return std::nullopt;
}

}  // namespace linnet
