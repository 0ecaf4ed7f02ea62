// check_weak_criterion: translates between a request and check_weak.
#include "driver/checking/weak_criterion.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/weak/weak.hpp"
#include "explain/steps.hpp"

namespace linnet {

WeakModel model_of(const CheckRequest& request, const Spec& spec) {
  InferenceGiven given = given_by(request, spec);
  if (request.model.empty() && request.axioms.empty() && request.strength.empty())
    given.fixed = declared_strengths(spec);
  if (request.model.empty() && request.axioms.empty() && given.fixed.empty()) {
    std::string message =
        "weak needs axioms, as in --promise 'weak: vis >= po', or --strength; or promise a model:";
    for (const NamedModel& model : named_models()) message += fmt::format(" {}", model.name);
    throw InputError(message);
  }
  given.model.require(given.fixed);
  return std::move(given.model);
}

namespace {

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

using Indices = std::vector<OperationIndex>;

Indices through(const Indices& inner, const Indices& outer) {
  Indices result;
  for (const OperationIndex i : inner) result.push_back(outer[i]);
  return result;
}

// There are many small questions. Each gets a second, so that a hard one cannot hold up the report.
Budget a_second_of(const Budget& budget) {
  return Budget(&budget, std::chrono::duration<double>(1));
}

// The prefix as a separate history: operations that were open at its end are pending.
History cut_out(const History& history, const Explanation& explanation) {
  History prefix = history.select(explanation.prefix);
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (std::ranges::find(explanation.open, explanation.prefix[i]) == explanation.open.end()) continue;
    Operation& op = prefix.operations[i];
    op.ret = kNever;
    op.status = Operation::Status::pending;
    op.result = Value();
  }
  return prefix;
}

// Removes from the prefix what does not matter, and explains the rest, so that the sentence names nothing
// else.
void shrink(Explanation& explanation, const History& history, const Spec& spec, const WeakModel& model,
            const Budget& budget) {
  const History prefix = cut_out(history, explanation);
  const Decide decide = [&](const History& part) -> Verdict {
    const WeakResult result = check_weak(part, spec, model, {}, a_second_of(budget));
    if (violated(result)) return Violation{};
    if (passed(result)) return Pass{};
    return std::get<Unknown>(result.verdict);
  };
  Judge judge(decide, prefix.size(), budget);
  const Core core = minimal_weak_core(prefix, spec, judge);
  explanation.core = through(core.operations, explanation.prefix);
  explanation.core_is_minimal = core.minimal;

  WeakResult again =
      check_weak(prefix.select(core.operations), spec, model, {.want_evidence = true}, a_second_of(budget));
  auto* violation = std::get_if<WeakViolation>(&again.verdict);
  if (violation == nullptr || !violation->culprit) return;
  explanation.sentence = std::move(violation->sentence);
  explanation.culprit = explanation.core[*violation->culprit];
  const WeakViolation::Exempt exempt = violation->exempt.value_or(WeakViolation::Exempt{});
  explanation.would_see = through(exempt.sees, explanation.core);
  explanation.must_see = through(exempt.must_see, explanation.core);
}

Explanation to_explanation(const History& history, const Spec& spec, const WeakModel& model,
                           WeakViolation violation, const Budget& budget) {
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
  if (violation.exempt) {
    explanation.would_see = std::move(violation.exempt->sees);
    explanation.must_see = std::move(violation.exempt->must_see);
  }
  shrink(explanation, history, spec, model, budget);
  if (!explanation.sentence.ends_with('.')) explanation.sentence += '.';
  return explanation;
}

}  // namespace

InferenceGiven given_by(const CheckRequest& request, const Spec& spec) {
  if (!request.model.empty() && !request.axioms.empty()) {
    throw InputError("found both a model and axioms, expected one of them");
  }
  InferenceGiven given;
  if (!request.axioms.empty()) given.model = WeakModel::parse(request.axioms);
  if (!request.model.empty()) given.model = WeakModel::named(request.model);
  if (!request.strength.empty()) given.fixed = parse_strengths(request.strength, spec);
  return given;
}

InferredStrengths infer_strengths(std::span<const History> histories, const Spec& spec,
                                  const CheckRequest& request, const Budget& budget) {
  WeakOptions options{.jobs = request.jobs};
  if (!request.algorithm.empty()) {
    choose_algorithm(request.algorithm, options);
  } else {
    options.linearizability = [&](const Question& q) {
      return check_linearizable(q.history, q.spec, {.jobs = request.jobs}, q.budget).verdict;
    };
  }
  return infer_strengths(histories, spec, given_by(request, spec), options, budget);
}

CheckResult check_weak_criterion(const History& history, const Spec& spec, const CheckRequest& request,
                                 const Budget& budget) {
  const WeakModel model = model_of(request, spec);
  WeakOptions options{.jobs = request.jobs, .want_witness = request.want_witness, .want_evidence = true};
  std::optional<CheckResult> linearizable;
  if (!request.algorithm.empty()) {
    choose_algorithm(request.algorithm, options);
  } else if (!history.stuck) {
    options.linearizability = [&](const Question& q) {
      const CheckOptions same{
          .jobs = request.jobs, .want_witness = q.want_witness, .want_evidence = q.want_evidence};
      linearizable = check_linearizable(q.history, q.spec, same, q.budget);
      return linearizable->verdict;
    };
  }

  WeakResult weak = check_weak(history, spec, model, options, budget);
  CheckResult result;
  if (linearizable && (passed(linearizable->verdict) || means_linearizability(model, spec))) {
    result = *std::move(linearizable);
  } else {
    const std::string usual = model.add_wins() ? "naive" : "just-in-time";
    result.algorithms = {request.algorithm.empty() ? usual : request.algorithm};
    result.partitions = weak.parts;
    result.explored = weak.configurations;
  }
  if (auto* pass = std::get_if<WeakPass>(&weak.verdict)) {
    result.verdict = Pass{{std::move(pass->witness.lin), std::move(pass->witness.visible)}};
  } else if (auto* violation = std::get_if<WeakViolation>(&weak.verdict)) {
    if (violated(result.verdict)) return result;
    result.verdict = Violation{{}, {}, violation->sentence};
    result.explanation = to_explanation(history, spec, model, std::move(*violation), budget);
  } else {
    result.verdict = std::get<Unknown>(std::move(weak.verdict));
  }
  return result;
}

}  // namespace linnet
