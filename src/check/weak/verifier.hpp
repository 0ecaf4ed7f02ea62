// Verifies abstract executions straight from the definition: the small program on which all trust rests. It
// shares no code with the search whose witnesses it verifies.
//
// The definition (docs/weak-consistency.md): vis is contained in lin, lin extends hb; every axiom, evaluated
// by composing relations pair by pair, holds; and each operation can return what it returned when the
// operations visible to it are executed again in lin order, as mere invocations, from the initial state of
// each object. If steps have several outcomes, some choice of them has to explain the result; if a visible
// operation blocks on every choice, the visibility is not allowed. A pending operation has to be able to
// return something.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "check/weak/model.hpp"
#include "check/weak/operation_set.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/weak_verdict.hpp"

namespace linnet {

// a comes before b in the program: same thread, and happened before. (A thread's operations never overlap.)
inline bool program_order(const History& history, OperationIndex a, OperationIndex b) {
  return history.operations[a].thread == history.operations[b].thread && history.precedes(a, b);
}

// The relations of an abstract execution that may still be incomplete, as rows: row z has x iff x R z.
struct AbstractRelations {
  explicit AbstractRelations(const History& h)
      : history(h), linearized(h.size()), po(h.size(), linearized), hb(po), lin(po), vis(po) {}

  // Linearizes z after all others, seeing `visible`.
  void append(OperationIndex z, const OperationSet& visible) {
    for (const OperationIndex x : order) {
      if (history.precedes(x, z)) hb[z].insert(x);
      if (program_order(history, x, z)) po[z].insert(x);
    }
    lin[z] = linearized;
    vis[z] = visible;
    linearized.insert(z);
    order.push_back(z);
  }

  void remove_last() {
    const OperationIndex z = order.back();
    order.pop_back();
    linearized.erase(z);
    po[z] = hb[z] = lin[z] = vis[z] = OperationSet(history.size());
  }

  const std::vector<OperationSet>& rows(Relation relation) const {
    switch (relation) {
      case Relation::po: return po;
      case Relation::hb: return hb;
      case Relation::lin: return lin;
      case Relation::vis: return vis;
    }
    return vis;
  }

  const History& history;
  OperationSet linearized;
  std::vector<OperationIndex> order;
  std::vector<OperationSet> po, hb, lin, vis;
};

// The first axiom that does not hold for the operations linearized so far.
const Axiom* first_broken(const WeakModel& model, const Spec& spec, const AbstractRelations& relations);

// The axiom Ret for one operation at a time.
class ReturnValues {
 public:
  ReturnValues(const History& history, const Spec& spec) : history_(history), space_(spec.open()) {}

  // Whether z can return its result after exactly the `visible` ones, in this order.
  bool explains(std::span<const OperationIndex> visible, OperationIndex z) {
    // The result of z depends on its own object alone, but a visible operation may block on any object.
    std::vector<std::vector<StateId>> states(std::max<std::size_t>(1, history_.words->objects.size()),
                                             {StateSpace::initial()});
    std::vector<StateId> next;
    const auto execute = [&](const Operation& op, const Value* result) {
      std::vector<StateId> after;
      for (const StateId s : states[op.object.value]) {
        space_->step(s, op.as_call(), result, next);
        for (const StateId t : next) {
          if (std::ranges::find(after, t) == after.end()) after.push_back(t);
        }
      }
      states[op.object.value] = after;
      return !after.empty();
    };
    for (const OperationIndex x : visible) {
      if (!execute(history_.operations[x], nullptr)) return false;
    }
    return execute(history_.operations[z], history_.operations[z].required_result());
  }

 private:
  const History& history_;
  std::unique_ptr<StateSpace> space_;
};

// Says in one sentence what is wrong with the execution; nullopt if it proves that the history satisfies the
// model. REQUIRES: the history is resolved against the specification.
std::optional<std::string> verify_execution(const History& history, const Spec& spec, const WeakModel& model,
                                            const AbstractExecution& execution);

}  // namespace linnet
