// Finds a minimal core: operations that are a violation by themselves, and of which none can be removed.
//
// Only units that are sound to remove (removal.cpp) are removed, so a violation of the core is one of the
// whole. Minimality: violations are monotone in what is kept, hence the search of delta debugging (Zeller and
// Hildebrandt, TSE 2002) need not try subsets both ways. With units u1 .. un, binary search finds the
// smallest m such that u1 .. um violates; um belongs to the core, u(m+1) .. un never matter again, and the
// same is repeated for u1 .. u(m-1) with um kept. That is log n decisions per unit of the core, and each unit
// of the core is there because without it, even with more of the others, there was no violation. The latest
// units come first: operations near the end of the history are preferred.
#include "explain/steps.hpp"

#include <algorithm>
#include <initializer_list>

namespace linnet {

namespace {

class Shrinking {
 public:
  Shrinking(const History& history, const Spec& spec, Judge& judge)
      : history_(history), spec_(spec), judge_(judge), kept_(history.indices()) {}

  using FindUnits = std::vector<Unit> (*)(const History&, const Spec&);

  Core run(std::initializer_list<FindUnits> rules) {
    // By time, a pending call precedes nothing: one that changes nothing cannot matter.
    if (!history_.order && !history_.stuck) {
      std::erase_if(kept_, [&](OperationIndex i) {
        const Operation& op = history_.operations[i];
        return !op.completed() && spec_.method(op.method).observer;
      });
    }
    for (const FindUnits units : rules) shrink(units(history_.select(kept_), spec_));
    return {kept_, !judge_.take_doubt()};
  }

 private:
  // Keeps a minimal selection of the units (indices into kept_), and all operations that are in no unit.
  void shrink(std::vector<Unit> units) {
    std::ranges::sort(units, std::ranges::greater(), [](const Unit& unit) { return unit.back(); });
    std::vector<bool> keep(kept_.size(), true);
    for (const Unit& unit : units) mark(keep, unit, false);
    std::size_t candidates = units.size();
    while (candidates > 0) {
      const std::size_t needed = smallest_violating(keep, std::span(units).first(candidates));
      if (needed == 0) break;
      mark(keep, units[needed - 1], true);
      candidates = needed - 1;
      if (judge_.exhausted()) {
        for (const Unit& unit : std::span(units).first(candidates)) mark(keep, unit, true);
        break;
      }
    }
    kept_ = selected(keep);
  }

  // The least m such that `keep` with the first m units violates. All of them together do.
  std::size_t smallest_violating(const std::vector<bool>& keep, std::span<const Unit> units) {
    if (violates(keep, {})) return 0;
    std::size_t passing = 0, violating = units.size();
    while (violating - passing > 1) {
      const std::size_t middle = passing + (violating - passing) / 2;
      (violates(keep, units.first(middle)) ? violating : passing) = middle;
    }
    return violating;
  }

  bool violates(std::vector<bool> keep, std::span<const Unit> units) {
    for (const Unit& unit : units) mark(keep, unit, true);
    return judge_.violates(history_.select(selected(keep)));
  }

  std::vector<OperationIndex> selected(const std::vector<bool>& keep) const {
    std::vector<OperationIndex> indices;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      if (keep[k]) indices.push_back(kept_[k]);
    }
    return indices;
  }

  static void mark(std::vector<bool>& keep, const Unit& unit, bool value) {
    for (const OperationIndex k : unit) keep[k] = value;
  }

  const History& history_;
  const Spec& spec_;
  Judge& judge_;
  std::vector<OperationIndex> kept_;
};

}  // namespace

Core minimal_core(const History& history, const Spec& spec, Judge& judge) {
  // If only the rule for stuck histories is broken, nothing is proved about how removing a value changes
  // which calls block.
  Shrinking shrinking(history, spec, judge);
  return history.stuck ? shrinking.run({idle_units}) : shrinking.run({idle_units, value_units});
}

Core minimal_weak_core(const History& history, const Spec& spec, Judge& judge) {
  return Shrinking(history, spec, judge).run({observer_units, product_units});
}

}  // namespace linnet
