// check_weak_criterion: between the nouns of a request and those of check_weak.
#include "driver/weak_criterion.hpp"

#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/weak.hpp"

namespace linnet {

namespace {

WeakModel model_of(const CheckRequest& request) {
  if (!request.model.empty() && !request.axioms.empty()) {
    throw InputError("found both --model and --axioms, expected one of them");
  }
  if (!request.axioms.empty()) return WeakModel::parse(request.axioms);
  if (!request.model.empty()) return WeakModel::named(request.model);
  std::string message = "criterion weak needs --axioms TEXT or --model NAME, one of";
  for (const NamedModel& model : named_models()) message += fmt::format(" {}", model.name);
  throw InputError(message);
}

void choose_algorithm(const std::string& name, WeakOptions& options) {
  if (name == "naive") {
    options.algorithm = WeakAlgorithm::naive;
  } else if (name == "wing-gong") {
    options.order = LinearizationOrder::wing_gong;
  } else if (name != "just-in-time") {
    throw InputError(fmt::format(
        "algorithm {} does not decide weak models; there are just-in-time, wing-gong, naive", name));
  }
}

Explanation to_explanation(const History& history, WeakViolation violation) {
  Explanation explanation;
  explanation.sentence = std::move(violation.sentence);
  explanation.culprit = violation.culprit;
  explanation.prefix = std::move(violation.prefix);
  if (explanation.prefix.empty()) {
    explanation.prefix.resize(history.size());
    std::iota(explanation.prefix.begin(), explanation.prefix.end(), 0);
  }
  if (violation.culprit && !history.order) {
    explanation.last = violation.culprit;
    explanation.prefix_is_shortest = true;
    for (const OperationIndex i : explanation.prefix) {
      if (history.operations[i].ret > history.operations[*violation.culprit].ret)
        explanation.open.push_back(i);
    }
  }
  explanation.core = explanation.prefix;
  return explanation;
}

}  // namespace

CheckResult check_weak_criterion(const History& history, const Spec& spec, const CheckRequest& request,
                                 const Budget& budget) {
  const WeakModel model = model_of(request);
  WeakOptions options{.jobs = request.jobs, .want_witness = request.want_witness, .want_evidence = true};
  std::optional<CheckResult> linearizable;
  if (!request.algorithm.empty()) {
    choose_algorithm(request.algorithm, options);
  } else if (!history.stuck) {
    options.linearizability = [&](const Question& q) {
      const CheckOptions same{.jobs = request.jobs, .want_witness = q.want_witness, .want_evidence = true};
      linearizable = check_linearizable(q.history, q.spec, same, q.budget);
      return linearizable->verdict;
    };
  }

  WeakResult weak = check_weak(history, spec, model, options, budget);
  CheckResult result;
  if (linearizable) {
    result = *std::move(linearizable);
  } else {
    result.algorithms = {request.algorithm.empty() ? "just-in-time" : request.algorithm};
    result.partitions = weak.parts;
    result.explored = weak.configurations;
  }
  if (auto* pass = std::get_if<WeakPass>(&weak.verdict)) {
    result.verdict = Pass{{std::move(pass->witness.lin), std::move(pass->witness.visible)}};
  } else if (auto* violation = std::get_if<WeakViolation>(&weak.verdict)) {
    if (violated(result.verdict)) return result;
    result.verdict = Violation{{}, {}, violation->sentence};
    result.explanation = to_explanation(history, std::move(*violation));
  } else {
    result.verdict = std::get<Unknown>(std::move(weak.verdict));
  }
  return result;
}

}  // namespace linnet
