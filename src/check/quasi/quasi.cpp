// Implements check_quasi(): decides each object separately, and searches for both orders of each (beam.hpp)
// with growing factors.
//
// A history that passes with smaller factors passes with these, and the search then has far less freedom to
// go wrong. So the search begins with factor 0, and is patient only with the factors of the request.
#include "check/quasi/quasi.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "check/quasi/beam.hpp"
#include "check/quasi/limits.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

using End = QuasiBeam::End;
using Order = std::vector<OperationIndex>;

class Staging {
 public:
  Staging(const History& history, const Spec& spec, const QuasiBounds& bounds, const QuasiOptions& options,
          const Budget& budget)
      : history_(history), spec_(spec), options_(options), budget_(budget) {
    std::uint32_t largest = 0;
    for (const QuasiGroup& group : bounds.groups)
      largest = std::max(largest, std::min(group.factor, static_cast<std::uint32_t>(history.size())));
    for (std::uint32_t k = 0; k < largest; k = k == 0 ? 1 : 2 * k) {
      stages_.push_back(bounds);
      for (QuasiGroup& group : stages_.back().groups) group.factor = std::min(group.factor, k);
    }
    stages_.push_back(bounds);
  }

  QuasiResult decide() {
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      const bool asked = i + 1 == stages_.size();
      const End end = run(stages_[i], asked);
      if (end == End::found || end == End::out_of_budget) break;
    }
    return std::move(result_);
  }

 private:
  End run(const QuasiBounds& bounds, bool asked) {
    const QuasiLimits limits(history_, bounds);
    QuasiBeam beam(history_, spec_, limits, budget_);
    const End end = beam.run(asked, options_.want_witness);
    QuasiStatistics& statistics = result_.statistics;
    ++statistics.passes;
    statistics.configurations += beam.configurations();
    statistics.widest = std::max(statistics.widest, beam.widest());
    if (asked) furthest_ = std::max(furthest_, beam.furthest());
    switch (end) {
      case End::found:
        if (options_.want_witness) result_.witnesses.push_back(complete(beam.orders(), limits));
        result_.verdict = Pass{};
        break;
      case End::none:
        if (asked) result_.verdict = violation(beam);
        break;
      case End::out_of_budget:
        result_.verdict = Unknown{fmt::format("{}; the search got to {} of {} operations{}", budget_.reason(),
                                              std::max(furthest_, beam.furthest()), history_.size(), advice())};
        break;
      case End::dropped_some: break;
    }
    return end;
  }

  // Distances between elements belong to the specification, and if such a history passes, that is found
  // without windows.
  std::string_view advice() const {
    using enum BuiltinObject;
    const BuiltinObject object = builtin_object(spec_);
    if (object != queue && object != stack && object != pqueue) return "";
    return "; --out-of-order K asks which elements may be overtaken, and is decided faster";
  }

  Violation violation(const QuasiBeam& beam) const {
    Violation violation;
    if (options_.want_witness) violation.longest.push_back(beam.orders().permutation);
    violation.sentence =
        fmt::format("after {} of {} operations no other can take effect next and be within its factors",
                    beam.furthest(), history_.size());
    return violation;
  }

  // Adds the operations that no group bounds to ρ', each as soon as the operations that precede it are there.
  QuasiWitness complete(QuasiWitness witness, const QuasiLimits& limits) const {
    Order loose, order;
    for (const OperationIndex i : witness.permutation) {
      if (!limits.grouped(i)) loose.push_back(i);
    }
    if (loose.empty()) return witness;
    // Operations are numbered by their calls, so a predecessor has a lower number.
    std::ranges::sort(loose);
    std::vector<bool> present(history_.size());
    const auto put_loose_before = [&](const OperationIndex* next) {
      for (const OperationIndex i : loose) {
        if (!present[i] && (next == nullptr || history_.precedes(i, *next))) {
          order.push_back(i);
          present[i] = true;
        }
      }
    };
    for (const OperationIndex& i : witness.sequentialization) {
      put_loose_before(&i);
      order.push_back(i);
    }
    put_loose_before(nullptr);
    witness.sequentialization = std::move(order);
    return witness;
  }

  const History& history_;
  const Spec& spec_;
  const QuasiOptions& options_;
  const Budget& budget_;
  std::vector<QuasiBounds> stages_;  // the last one is the request
  std::size_t furthest_ = 0;
  QuasiResult result_;
};

// Finds at most one witness. REQUIRES: the history has one object and is resolved against the specification.
QuasiResult search_quasi(const History& history, const Spec& spec, const QuasiBounds& bounds,
                         const QuasiOptions& options, const Budget& budget) {
  return Staging(history, spec, bounds, options, budget).decide();
}

void merge(QuasiResult& total, QuasiResult part, const std::vector<OperationIndex>& names) {
  for (QuasiWitness& witness : part.witnesses) {
    renumber(witness.sequentialization, names);
    renumber(witness.permutation, names);
    total.witnesses.push_back(std::move(witness));
  }
  total.statistics.configurations += part.statistics.configurations;
  total.statistics.widest = std::max(total.statistics.widest, part.statistics.widest);
  total.statistics.passes += part.statistics.passes;
  if (auto* violation = std::get_if<Violation>(&part.verdict)) {
    for (auto& order : violation->longest) renumber(order, names);
    total.violating_part = names;
  }
  // A violation of one object is a violation of the whole; if one is unknown, the others are decided
  // nevertheless.
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
