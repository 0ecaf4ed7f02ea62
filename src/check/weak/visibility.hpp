// Enumerates the visibilities that one operation may have at the end of a linearization, one at a time.
//
// A visibility of z is a set of operations linearized before z that the axioms allow (it has what z must see,
// and is closed: an operation that sees y sees what the axioms make z see along with y) and that explains what z returned.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "check/weak/problem.hpp"
#include "check/weak/rules.hpp"

namespace linnet {

// A linearization of some of the operations, with the visibility of each.
struct PartialExecution {
  std::vector<OperationIndex> order;
  OperationSet linearized;
  std::vector<OperationSet> visible;  // by operation
};

// What an enumeration works with. It reads `execution` as it is at each call, which must be how it was when
// the enumeration began.
struct VisibilityContext {
  const WeakProblem& problem;
  const WeakRules& rules;
  const PartialExecution& execution;
  Replay& replay;
  const Budget& budget;
  std::uint32_t& steps;
};

class Visibilities {
 public:
  virtual ~Visibilities() = default;
  // The next one; false if there is none, or if the budget is spent.
  virtual bool next(OperationSet& visible) = 0;
};

// Whether z returns its result after the visible ones among those linearized, in their order.
bool explains(const VisibilityContext& context, const OperationSet& visible, OperationIndex z);

// All minimal ones, few additions to `required` first. (Some that are not minimal may be among them.)
// REQUIRES: `required` is what z must see, and does not explain its result.
std::unique_ptr<Visibilities> minimal_visibilities(const VisibilityContext& context, OperationIndex z,
                                                   const OperationSet& required);

// All of them, largest first. REQUIRES: fewer than 64 operations.
std::unique_ptr<Visibilities> all_visibilities(const VisibilityContext& context, OperationIndex z,
                                               const OperationSet& required);

}  // namespace linnet
