// check_quasi(): objects apart, then the search.
#include "check/quasi/quasi.hpp"

#include <algorithm>
#include <utility>

#include "check/quasi/search.hpp"

namespace linnet {

namespace {

void rename(std::vector<OperationIndex>& order, const std::vector<OperationIndex>& names) {
  for (OperationIndex& i : order) i = names[i];
}

void merge(QuasiResult& total, QuasiResult part, const std::vector<OperationIndex>& names) {
  for (QuasiWitness& witness : part.witnesses) {
    rename(witness.sequentialization, names);
    rename(witness.permutation, names);
    total.witnesses.push_back(std::move(witness));
  }
  total.statistics.configurations += part.statistics.configurations;
  total.statistics.widest = std::max(total.statistics.widest, part.statistics.widest);
  total.statistics.passes += part.statistics.passes;
  if (auto* violation = std::get_if<Violation>(&part.verdict)) {
    for (auto& order : violation->longest) rename(order, names);
    total.violating_part = names;
  }
  // A violation in one object is one of the whole; unknown in one leaves the others to be decided.
  if (passed(total.verdict) || violated(part.verdict)) total.verdict = std::move(part.verdict);
}

}  // namespace

std::vector<std::vector<OperationIndex>> operations_by_object(const History& history) {
  std::vector<std::vector<OperationIndex>> parts;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const std::size_t object = history.operations[i].object.value;
    if (parts.size() <= object) parts.resize(object + 1);
    parts[object].push_back(i);
  }
  std::erase_if(parts, [](const auto& part) { return part.empty(); });
  return parts;
}

QuasiResult check_quasi(const History& history, const Spec& spec, const QuasiBounds& bounds,
                        const QuasiOptions& options, const Budget& budget) {
  const auto parts = operations_by_object(history);
  if (parts.size() == 1) {
    QuasiResult result = search_quasi(history, spec, bounds, options, budget);
    if (violated(result.verdict)) result.violating_part = parts[0];
    return result;
  }
  QuasiResult result;
  if (parts.size() > 1 && history.order) {
    result.verdict = Unknown{
        "several objects, and an explicit order that is no interval order: objects cannot be decided "
        "separately there"};
    return result;
  }
  for (const auto& part : parts) {
    merge(result, search_quasi(history.select(part), spec, bounds, options, budget), part);
    if (violated(result.verdict)) break;
  }
  if (!passed(result.verdict)) result.witnesses.clear();
  return result;
}

}  // namespace linnet
