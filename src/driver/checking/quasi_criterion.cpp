// check_quasi_criterion: translates between a request and check_quasi.
//
// A violation of quasi-linearizability has no shortest prefix: a call that began later may belong before one
// that returned earlier, so a prefix may be a violation although the whole history is not. The explanation is
// the closest legal order: by how much the factors would have to grow, and which operation needs that.
#include "driver/checking/quasi_criterion.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/quasi/paper.hpp"
#include "check/quasi/quasi.hpp"
#include "driver/checking/check_driver.hpp"

namespace linnet {

namespace {

// The algorithm of the Round-Up paper, and the same continued beyond the first answer.
constexpr const char *kPaper = "paper", *kExhaustive = "paper-all";

QuasiBounds bounds_of(const CheckRequest& request, const Spec& spec) {
  if (request.quasi.empty())
    throw InputError(
        "quasi needs factors: one for all methods, as in --promise quasi:2, or groups of methods, "
        "as in quasi:enq=0,deq=2");
  return QuasiBounds::parse(request.quasi, spec);
}

std::vector<OperationIndex> renamed(std::vector<OperationIndex> order,
                                    const std::vector<OperationIndex>& names) {
  for (OperationIndex& i : order) i = names[i];
  return order;
}

QuasiWitness renamed(QuasiWitness witness, const std::vector<OperationIndex>& names) {
  return {renamed(std::move(witness.sequentialization), names),
          renamed(std::move(witness.permutation), names)};
}

void add_displacements(const History& history, const Spec& spec, const QuasiBounds& bounds,
                       QuasiEvidence& evidence) {
  for (const QuasiGroup& group : bounds.groups) {
    QuasiEvidence::Group& shown = evidence.groups.emplace_back();
    shown.methods = group.name(spec);
    shown.factor = group.factor;
    for (const QuasiWitness& witness : evidence.witnesses) {
      const auto part = displacements(history, group, witness);
      shown.displacements.insert(shown.displacements.end(), part.begin(), part.end());
    }
    std::ranges::sort(shown.displacements, {}, &Displacement::operation);
  }
}

CheckResult by_search(const History& history, const Spec& spec, const QuasiBounds& bounds, bool want_witness,
                      const Budget& budget) {
  QuasiResult found = check_quasi(history, spec, bounds, {.want_witness = want_witness}, budget);
  CheckResult result;
  result.verdict = std::move(found.verdict);
  result.algorithms = {"quasi-search"};
  result.partitions = operations_by_object(history).size();
  result.explored = found.statistics.configurations;
  result.violating_part = std::move(found.violating_part);
  result.quasi.emplace().witnesses = std::move(found.witnesses);
  return result;
}

// The paper's algorithm permutes each group in its own places.
void require_separate_groups(const History& history, const Spec& spec, const QuasiBounds& bounds) {
  for (const Operation& op : history.operations) {
    const auto groups =
        std::ranges::count_if(bounds.groups, [&](const QuasiGroup& group) { return group.has(op.method); });
    if (groups == 1) continue;
    throw InputError(fmt::format(
        "algorithm paper needs each method in one group, as in quasi:2 or quasi:enq=0,deq=2: {} is in {}",
        spec.method(op.method).name, groups == 0 ? "none" : "several"));
  }
}

CheckResult as_in_paper(const History& history, const Spec& spec, const QuasiBounds& bounds,
                        const std::string& algorithm, const Budget& budget) {
  require_separate_groups(history, spec, bounds);
  const auto parts = operations_by_object(history);
  if (parts.size() > 1 && history.order)
    throw InputError("algorithm paper decides one object at a time, which needs times rather than \"after\"");
  CheckResult result;
  result.algorithms = {algorithm};
  result.partitions = parts.size();
  QuasiEvidence& evidence = result.quasi.emplace();
  for (const auto& part : parts) {
    PaperResult found = check_quasi_as_in_paper(history.select(part), spec, bounds, budget,
                                                {.exhaustive = algorithm == kExhaustive});
    evidence.sequentializations += found.sequentializations;
    evidence.permutations += found.permutations;
    if (passed(found.verdict)) evidence.witnesses.push_back(renamed(std::move(found.witness), part));
    if (passed(result.verdict) || violated(found.verdict)) result.verdict = std::move(found.verdict);
    if (!violated(result.verdict)) continue;
    result.violating_part = part;
    break;
  }
  result.explored = evidence.permutations;
  if (!passed(result.verdict)) evidence.witnesses.clear();
  return result;
}

std::string label(const History& history, OperationIndex i) {
  const Operation& op = history.operations[i];
  return op.line == 0 ? history.describe(op) : fmt::format("{} (line {})", history.describe(op), op.line);
}

// The operation that exceeds its factor most.
struct Furthest {
  OperationIndex operation = 0;
  std::int64_t distance = 0, beyond = 0;
  const QuasiEvidence::Group* group = nullptr;
};

Furthest find_furthest(const QuasiEvidence& evidence) {
  Furthest furthest;
  for (const QuasiEvidence::Group& group : evidence.groups) {
    for (const auto& [i, distance] : group.displacements) {
      const std::int64_t beyond = std::abs(distance) - std::int64_t{group.factor};
      if (beyond > furthest.beyond) furthest = {i, distance, beyond, &group};
    }
  }
  return furthest;
}

std::string describe_furthest(const History& history, const Furthest& furthest) {
  const std::int64_t distance = std::abs(furthest.distance);
  return fmt::format("{} is {} {} {} than it happened{}", label(history, furthest.operation), distance,
                     distance == 1 ? "place" : "places", furthest.distance > 0 ? "later" : "earlier",
                     furthest.group->methods == "all methods" ? "" : " among " + furthest.group->methods);
}

// The last operation without which the others have a legal order, if there is one.
std::optional<OperationIndex> find_superfluous(const History& history,
                                               const std::vector<OperationIndex>& part, const Spec& spec,
                                               const Budget& budget) {
  const QuasiBounds anywhere = QuasiBounds::uniform(spec, static_cast<std::uint32_t>(part.size()));
  for (std::size_t n = part.size(); n-- > 0;) {
    std::vector<OperationIndex> others = part;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(n));
    if (passed(check_quasi(history.select(others), spec, anywhere, {}, budget).verdict)) return part[n];
  }
  return std::nullopt;
}

// An element that stays inside has no removal to compare with: a removal that was out of order by one place
// may then have no legal order near. Says what to add to the test, if additions and removals can be
// recognised by their names.
std::string advice_on_balance(const History& history, const std::vector<OperationIndex>& part,
                              const Spec& spec) {
  std::size_t added = 0, removed = 0;
  std::optional<MethodIndex> removal;
  for (const OperationIndex i : part) {
    const Operation& op = history.operations[i];
    if (op.args().empty()) {
      if (!op.completed() || op.result.is_null()) continue;
      if (removal && *removal != op.method) return "";
      removal = op.method;
      ++removed;
    } else if (spec.method(op.method).observer) {
      return "";
    } else {
      ++added;
    }
  }
  if (!removal || added <= removed) return "";
  const std::size_t inside = added - removed;
  return fmt::format(
      " {} of {} elements stay inside, and have no removal to be compared with: the test should end with {} "
      "more {}().",
      inside, added, inside, spec.method(*removal).name);
}

// Fills in the closest legal order, and says by how much it exceeds the factors.
void explain(const History& history, const Spec& spec, const QuasiBounds& bounds, const CheckRequest& request,
             const Budget& budget, CheckResult& result) {
  const std::vector<OperationIndex>& part = result.violating_part;
  Explanation& explanation = result.explanation.emplace();
  explanation.prefix = explanation.core = part;
  explanation.sentence =
      fmt::format("No legal order keeps every operation within its factor (quasi:{}) of where it happened.",
                  request.quasi);
  const Budget seconds(&budget, std::chrono::duration<double>(3));
  Loosening found = find_loosening(history.select(part), spec, bounds, 1, seconds);
  QuasiEvidence& evidence = *result.quasi;
  for (QuasiWitness& witness : found.witnesses)
    evidence.witnesses.push_back(renamed(std::move(witness), part));
  add_displacements(history, spec, bounds, evidence);
  if (!found.amount && found.reason.empty()) {
    explanation.sentence = "No order of these operations is legal at all, whatever the factors";
    explanation.culprit = find_superfluous(history, part, spec, seconds);
    explanation.sentence +=
        explanation.culprit ? fmt::format("; without {} there is one.", label(history, *explanation.culprit))
                            : ".";
    return;
  }
  const Furthest furthest = find_furthest(evidence);
  if (furthest.group == nullptr) return;
  explanation.culprit = furthest.operation;
  explanation.sentence +=
      fmt::format(" In the closest that was found, {}", describe_furthest(history, furthest));
  if (!found.amount) {
    explanation.sentence += ".";
  } else if (const auto factor = bounds.uniform_factor(spec)) {
    explanation.sentence += fmt::format("; {} is the smallest factor that passes.", *factor + *found.amount);
  } else {
    explanation.sentence += fmt::format("; all factors would have to be larger by {}.", *found.amount);
  }
  explanation.sentence += advice_on_balance(history, part, spec);
}

// Permuting each group in its own places is less than Definition 4 allows.
void compare_with_definition(const History& history, const Spec& spec, const QuasiBounds& bounds,
                             CheckResult& result) {
  const Budget second(std::chrono::duration<double>(1), most_of_the_memory());
  const History part = history.select(result.violating_part);
  if (!passed(check_quasi(part, spec, bounds, {}, second).verdict)) return;
  result.explanation->sentence =
      "No order is legal in which each group is permuted in its own places, as the paper's algorithm does. "
      "By "
      "Definition 4, where groups move against each other, there is one.";
}

}  // namespace

CheckResult check_quasi_criterion(const History& history, const Spec& spec, const CheckRequest& request,
                                  const Budget& budget) {
  refuse_crashes(history, "quasi");
  const QuasiBounds bounds = bounds_of(request, spec);
  const bool paper = request.algorithm == kPaper || request.algorithm == kExhaustive;
  if (!request.algorithm.empty() && !paper && request.algorithm != "quasi-search")
    throw InputError(fmt::format(
        "algorithm {} does not decide quasi-linearizability; there are quasi-search, paper, paper-all",
        request.algorithm));
  CheckResult result = paper ? as_in_paper(history, spec, bounds, request.algorithm, budget)
                             : by_search(history, spec, bounds, request.want_witness, budget);
  if (violated(result.verdict)) {
    if (request.explain) explain(history, spec, bounds, request, budget, result);
    if (request.explain && paper && bounds.groups.size() > 1)
      compare_with_definition(history, spec, bounds, result);
  } else if (!request.want_witness) {
    result.quasi->witnesses.clear();
  } else {
    add_displacements(history, spec, bounds, *result.quasi);
  }
  return result;
}

std::vector<std::string> quasi_warnings(const History& history, const Spec& spec,
                                        const CheckRequest& request) {
  std::vector<std::string> warnings;
  for (const std::string& name : bounds_of(request, spec).unbounded_methods(spec)) {
    const auto occurs = [&](const Operation& op) { return spec.method(op.method).name == name; };
    if (std::ranges::any_of(history.operations, occurs))
      warnings.push_back(fmt::format("{} has no factor: nothing bounds when it takes effect", name));
  }
  return warnings;
}

}  // namespace linnet
