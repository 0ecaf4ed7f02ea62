// measure_relaxation(): doubling, halving, and counting along one witness.
#include "check/relaxation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "check/quasi.hpp"
#include "check/quasi_verifier.hpp"

namespace linnet {

namespace {

class Measurement {
 public:
  Measurement(const History& history, const Spec& spec, const Budget& budget)
      : history_(history), spec_(spec), budget_(budget) {}

  RelaxationMeasure measure() {
    // From the number of operations less one on, a factor bounds nothing.
    const auto unlimited = static_cast<std::uint32_t>(history_.size());
    std::uint32_t failing = 0, passing = 0;  // failing factors are below `failing`
    while (!passes(passing)) {
      if (stopped_) return std::move(result_);
      if (passing >= unlimited) {
        result_.none = true;
        return std::move(result_);
      }
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
      if (stopped_) return std::move(result_);
    }
    result_.smallest_factor = passing;
    for (const QuasiWitness& witness : witnesses_) count(witness);
    return std::move(result_);
  }

 private:
  bool passes(std::uint32_t factor) {
    QuasiResult answer =
        check_quasi(history_, spec_, QuasiBounds::uniform(spec_, factor), {.want_witness = true}, budget_);
    if (const auto* open = std::get_if<Unknown>(&answer.verdict)) {
      stopped_ = true;
      result_.reason = open->reason;
    }
    if (passed(answer.verdict)) witnesses_ = std::move(answer.witnesses);
    return passed(answer.verdict);
  }

  void count(const QuasiWitness& witness) {
    for (const auto& [i, distance] :
         displacements(history_, QuasiBounds::uniform(spec_, 0).groups[0], witness))
      ++result_.displacement[spec_.method(history_.operations[i].method).name][distance];
    count_overtaken(witness);
  }

  // Of each operation that returned something: how many like it happened before it and belong after it.
  void count_overtaken(const QuasiWitness& witness) {
    absl::flat_hash_map<OperationIndex, std::size_t> place;
    for (const OperationIndex i : witness.permutation) place.emplace(i, place.size());
    std::vector<OperationIndex> earlier;
    const std::size_t reach = 2 * result_.smallest_factor.value() + 1;
    for (const OperationIndex i : witness.sequentialization) {
      const Operation& op = history_.operations[i];
      if (!op.completed() || op.result.is_null() || spec_.method(op.method).observer) continue;
      // Nothing is further than the factor from its place, so only near ones can have overtaken it.
      std::int64_t overtaken = 0;
      for (std::size_t back = 1; back <= std::min(reach, earlier.size()); ++back) {
        if (place.at(earlier[earlier.size() - back]) > place.at(i)) ++overtaken;
      }
      ++result_.overtaken[overtaken];
      earlier.push_back(i);
    }
  }

  const History& history_;
  const Spec& spec_;
  const Budget& budget_;
  bool stopped_ = false;
  std::vector<QuasiWitness> witnesses_;  // of the smallest factor that passed so far
  RelaxationMeasure result_;
};

}  // namespace

RelaxationMeasure measure_relaxation(const History& history, const Spec& spec, const Budget& budget) {
  return Measurement(history, spec, budget).measure();
}

void add_measure(RelaxationMeasure& total, const RelaxationMeasure& part) {
  total.none = total.none || part.none;
  if (total.reason.empty()) total.reason = part.reason;
  const bool known = total.smallest_factor && part.smallest_factor;
  total.smallest_factor =
      known ? std::optional(std::max(*total.smallest_factor, *part.smallest_factor)) : std::nullopt;
  for (const auto& [method, distribution] : part.displacement) {
    for (const auto& [distance, times] : distribution) total.displacement[method][distance] += times;
  }
  for (const auto& [overtaken, times] : part.overtaken) total.overtaken[overtaken] += times;
}

}  // namespace linnet
