// Implements the oracle: orders and visibilities, one operation at a time.
//
// An axiom that is broken by the operations linearized so far stays broken: relations only grow, and those
// that lead to an operation involve nothing linearized after it. So it is enough to continue from prefixes
// for which the definition holds.
#include "definitions/weak_oracle.hpp"

#include "check/weak/concurrent.hpp"
#include "check/weak/verifier.hpp"

namespace linnet {

namespace {

class Enumeration {
 public:
  Enumeration(const History& history, const Spec& spec, const WeakModel& model)
      : history_(history), spec_(spec), model_(model), relations_(history), returns_(history, spec) {}

  bool extend() {
    if (complete()) return true;
    for (OperationIndex z = 0; z < history_.size(); ++z) {
      if (!relations_.linearized.contains(z) && minimal(z) && place(z)) return true;
    }
    return false;
  }

  AbstractExecution execution() const {
    AbstractExecution result;
    result.lin = relations_.order;
    for (const OperationIndex z : result.lin) result.visible.push_back(context(relations_.vis[z]));
    return result;
  }

 private:
  bool complete() const {
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (history_.operations[i].completed() && !relations_.linearized.contains(i)) return false;
    }
    return true;
  }

  bool minimal(OperationIndex z) const {
    for (OperationIndex a = 0; a < history_.size(); ++a) {
      if (history_.precedes(a, z) && !relations_.linearized.contains(a)) return false;
    }
    return true;
  }

  bool place(OperationIndex z) {
    const std::vector<OperationIndex> before = relations_.order;
    for (std::uint64_t subset = 0; subset >> before.size() == 0; ++subset) {
      OperationSet visible(history_.size());
      for (std::size_t i = 0; i < before.size(); ++i) {
        if ((subset >> i & 1) != 0) visible.insert(before[i]);
      }
      if (!explains(context(visible), z)) continue;
      relations_.append(z, visible);
      if (first_broken(model_, spec_, relations_) == nullptr && extend()) return true;
      relations_.remove_last();
    }
    return false;
  }

  bool explains(const std::vector<OperationIndex>& visible, OperationIndex z) {
    if (!model_.add_wins()) return returns_.explains(visible, z);
    return add_wins_explains(history_, spec_, visible, z, [&](OperationIndex y, OperationIndex x) {
      return relations_.vis[y].contains(x);
    });
  }

  std::vector<OperationIndex> context(const OperationSet& visible) const {
    std::vector<OperationIndex> ordered;
    for (const OperationIndex x : relations_.order) {
      if (visible.contains(x)) ordered.push_back(x);
    }
    return ordered;
  }

  const History& history_;
  const Spec& spec_;
  const WeakModel& model_;
  AbstractRelations relations_;
  ReturnValues returns_;
};

}  // namespace

std::optional<AbstractExecution> weak_oracle(const History& history, const Spec& spec,
                                             const WeakModel& model) {
  Enumeration enumeration(history, spec, model);
  if (!enumeration.extend()) return std::nullopt;
  return enumeration.execution();
}

}  // namespace linnet
