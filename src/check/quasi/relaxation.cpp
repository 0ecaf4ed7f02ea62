// Measures how relaxed a history is: the smallest factor for which it is quasi-linearizable, and with it the
// distance of each operation from its place.
//
// Larger factors accept whatever smaller ones accept, so the smallest is found by doubling and halving; small
// factors are also the cheap ones. The distributions are those of one witness: others of the same factor may
// differ.
#include "check/quasi/quasi.hpp"

#include <algorithm>
#include <utility>

#include <absl/container/flat_hash_map.h>

namespace linnet {

namespace {

class LooseningSearch {
 public:
  LooseningSearch(const History& history, const Spec& spec, const QuasiBounds& bounds, const Budget& budget)
      : history_(history), spec_(spec), bounds_(bounds), budget_(budget) {}

  Loosening run(std::uint32_t from) {
    // A factor of at least the number of operations less one bounds nothing.
    const auto unlimited = std::max(from, static_cast<std::uint32_t>(history_.size()));
    std::uint32_t failing = from, passing = from;  // factors below `failing` fail
    while (!passes(passing)) {
      if (stopped_ || passing >= unlimited) return std::move(found_);
      failing = passing + 1;
      passing = std::min(unlimited, std::max(1u, 2 * passing));
    }
    while (failing < passing) {
      const std::uint32_t middle = failing + (passing - failing) / 2;
      if (passes(middle)) {
        passing = middle;
      } else {
        failing = middle + 1;
      }
      if (stopped_) return std::move(found_);
    }
    found_.amount = passing;
    return std::move(found_);
  }

 private:
  bool passes(std::uint32_t amount) {
    QuasiBounds looser = bounds_;
    for (QuasiGroup& group : looser.groups) group.factor += amount;
    QuasiResult answer = check_quasi(history_, spec_, looser, {.want_witness = true}, budget_);
    if (const auto* open = std::get_if<Unknown>(&answer.verdict)) {
      stopped_ = true;
      found_.reason = open->reason;
    }
    if (passed(answer.verdict)) found_.witnesses = std::move(answer.witnesses);
    return passed(answer.verdict);
  }

  const History& history_;
  const Spec& spec_;
  const QuasiBounds& bounds_;
  const Budget& budget_;
  bool stopped_ = false;
  Loosening found_;
};

void count_displaced(const History& history, const Spec& spec, const QuasiWitness& witness,
                     RelaxationMeasure& result) {
  for (const auto& [i, distance] : displacements(history, QuasiBounds::uniform(spec, 0).groups[0], witness))
    ++result.displacement[spec.method(history.operations[i].method).name][distance];
}

// Counts, for each operation that returned something, how many of its kind happened before it and belong
// after it.
void count_overtaken(const History& history, const Spec& spec, const QuasiWitness& witness,
                     RelaxationMeasure& result) {
  absl::flat_hash_map<OperationIndex, std::size_t> place;
  for (const OperationIndex i : witness.permutation) place.emplace(i, place.size());
  std::vector<OperationIndex> earlier;
  const std::size_t reach = 2 * result.smallest_factor.value() + 1;
  for (const OperationIndex i : witness.sequentialization) {
    const Operation& op = history.operations[i];
    if (!op.completed() || op.result.is_null() || spec.method(op.method).observer) continue;
    // No operation is further than the factor from its place, so only near ones can have overtaken it.
    std::int64_t overtaken = 0;
    for (std::size_t back = 1; back <= std::min(reach, earlier.size()); ++back) {
      if (place.at(earlier[earlier.size() - back]) > place.at(i)) ++overtaken;
    }
    ++result.overtaken[overtaken];
    earlier.push_back(i);
  }
}

}  // namespace

Loosening find_loosening(const History& history, const Spec& spec, const QuasiBounds& bounds,
                         std::uint32_t from, const Budget& budget) {
  return LooseningSearch(history, spec, bounds, budget).run(from);
}

RelaxationMeasure measure_relaxation(const History& history, const Spec& spec, const Budget& budget) {
  Loosening found = find_loosening(history, spec, QuasiBounds::uniform(spec, 0), 0, budget);
  RelaxationMeasure result;
  result.smallest_factor = found.amount;
  result.reason = std::move(found.reason);
  result.none = !found.amount && result.reason.empty();
  if (!found.amount) return result;
  for (const QuasiWitness& witness : found.witnesses) {
    count_displaced(history, spec, witness, result);
    count_overtaken(history, spec, witness, result);
  }
  return result;
}

}  // namespace linnet
