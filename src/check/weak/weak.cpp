// Implements check_weak(): refuses bad input, splits, delegates, and explains.
#include "check/weak/weak.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include "base/error.hpp"
#include "check/linearizability/linearizable.hpp"
#include "check/linearizability/parallel.hpp"
#include "check/weak/problem.hpp"
#include "check/weak/rules.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

using Part = std::vector<OperationIndex>;

void refuse_bad_history(const History& history) {
  refuse_crashes(history, "weak");
  absl::flat_hash_map<std::uint32_t, OperationIndex> last;  // by thread
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    const auto [at, first] = last.try_emplace(op.thread.value, i);
    if (!first && !history.precedes(at->second, i)) {
      throw InputError(Place{history.words->source, op.line, 0},
                       fmt::format("{} overlaps {} of the same thread{}; weak models need happens-before to "
                                   "contain the order of each thread",
                                   history.describe(op), history.describe(history.operations[at->second]),
                                   fmt::format(" (line {})", history.operations[at->second].line)));
    }
    at->second = i;
  }
}

// The operations of each object, or of each of its keys.
std::vector<Part> parts_of(const History& history, const Spec& spec, const WeakModel& model) {
  const Part whole = history.indices();
  const bool may_block = std::ranges::any_of(
      history.operations, [&](const Operation& op) { return spec.method(op.method).may_block; });
  if (history.order || may_block || !splits(model)) return {whole};

  absl::flat_hash_map<std::uint32_t, bool> keyed;  // by object: every call has a key
  for (const Operation& op : history.operations) {
    const auto at = keyed.try_emplace(op.object.value, spec.partitioned()).first;
    at->second = at->second && spec.key(op.as_call()).has_value();
  }
  std::vector<Part> parts;
  absl::flat_hash_map<std::pair<std::uint32_t, Value>, std::size_t> numbers;
  for (const OperationIndex i : whole) {
    const Operation& op = history.operations[i];
    const Value key = keyed[op.object.value] ? *spec.key(op.as_call()) : Value();
    const auto [at, fresh] = numbers.try_emplace({op.object.value, key}, parts.size());
    if (fresh) parts.emplace_back();
    parts[at->second].push_back(i);
  }
  return parts;
}

// One linearization that contains those of the parts: happens-before, if it is an order of intervals, and the
// linearizations together have no cycle, so the first remaining operation of some part is always minimal.
AbstractExecution merge(const History& history, const Spec& spec, const WeakModel& model,
                        const std::vector<Part>& parts, const std::vector<WeakSearchResult>& results) {
  const WeakProblem problem(history, spec);
  WeakRules rules(problem, model, std::nullopt);
  std::vector<OperationSet> merged(history.size(), problem.none());
  std::vector<std::size_t> next(parts.size());
  OperationSet linearized = problem.none();
  AbstractExecution whole;
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const AbstractExecution& part = results[p].execution;
      if (next[p] == part.lin.size()) continue;
      const OperationIndex z = parts[p][part.lin[next[p]]];
      if (!linearized.includes(problem.hb[z])) continue;
      merged[z] = rules.required(z, linearized);
      for (const OperationIndex x : part.visible[next[p]]) merged[z].insert(parts[p][x]);
      rules.place(z, linearized, merged[z]);
      std::vector<OperationIndex>& visible = whole.visible.emplace_back();
      std::ranges::copy_if(whole.lin, std::back_inserter(visible),
                           [&](OperationIndex x) { return merged[z].contains(x); });
      whole.lin.push_back(z);
      linearized.insert(z);
      ++next[p];
      progress = true;
    }
  }
  return whole;
}

// Searches all parts until one is found to be a violation.
std::vector<WeakSearchResult> search_parts(const std::vector<History>& parts, const Spec& spec,
                                           const WeakModel& model, const WeakSearchOptions& options,
                                           const Budget& budget, std::size_t jobs) {
  std::vector<WeakSearchResult> results(parts.size());
  for (WeakSearchResult& r : results) r.outcome = WeakSearchResult::Outcome::spent;
  for_each_index(parts.size(), jobs, [&](std::size_t p) {
    results[p] = search_execution(parts[p], spec, model, options, budget);
    return results[p].outcome != WeakSearchResult::Outcome::none;
  });
  return results;
}

// Converts indices of a part to those of the whole history.
void widen(WeakViolation& violation, const Part& part) {
  if (violation.culprit) violation.culprit = part[*violation.culprit];
  renumber(violation.prefix, part);
  if (!violation.exempt) return;
  renumber(violation.exempt->sees, part);
  renumber(violation.exempt->must_see, part);
  renumber(violation.exempt->execution.lin, part);
  for (auto& visible : violation.exempt->execution.visible) renumber(visible, part);
}

WeakResult delegate(const History& history, const Spec& spec, const WeakOptions& options,
                    const Budget& budget) {
  WeakResult result;
  const Verdict verdict =
      options.linearizability({history, spec, budget, options.want_witness, options.want_evidence});
  if (const auto* pass = std::get_if<Pass>(&verdict)) {
    WeakPass& weak = result.verdict.emplace<WeakPass>();
    weak.witness.lin = pass->witness.order;
    for (auto end = weak.witness.lin.begin(); end != weak.witness.lin.end(); ++end)
      weak.witness.visible.emplace_back(weak.witness.lin.begin(), end);
  } else if (const auto* violation = std::get_if<Violation>(&verdict)) {
    result.verdict = WeakViolation{violation->sentence, {}, {}, {}};
  } else {
    result.verdict = std::get<Unknown>(verdict);
  }
  return result;
}

// Every relation of the language is contained in lin if vis is. So if each operation sees all those before
// it, everything that a model demands is visible, and a linearization explains each result. If there is one,
// the fast algorithms mostly find it in a moment; if it takes longer, the search may be faster.
std::optional<WeakResult> by_linearizability(const History& history, const Spec& spec, WeakOptions options) {
  constexpr std::chrono::milliseconds kMoment{100};
  options.want_evidence = false;
  WeakResult result = delegate(history, spec, options, Budget(kMoment, std::nullopt));
  if (!passed(result)) return std::nullopt;
  return result;
}

}  // namespace

void refuse_foreign_model(const WeakModel& model, const Spec& spec) {
  if (model.add_wins() && builtin_object(spec) != BuiltinObject::set)
    throw InputError(fmt::format("add-wins is about sets; the specification here is {}", spec.name()));
  for (const Axiom& axiom : model.axioms()) {
    const bool known = axiom.method.empty() || std::ranges::any_of(spec.methods(), [&](const Method& m) {
                         return m.name == axiom.method;
                       });
    if (!known) {
      throw InputError(fmt::format("the model speaks of {}, but specification {} has no such operation",
                                   axiom.method, spec.name()));
    }
  }
}

bool means_linearizability(const WeakModel& model, const Spec& spec) {
  return model.sees_everything() &&
         std::ranges::all_of(spec.methods(), [](const Method& m) { return m.deterministic; });
}

// Proof. Let every part have an execution (lin_i, vis_i). Herlihy and Wing: if happens-before is an interval
// order, it has together with all lin_i no cycle; take a total order lin that contains them. Visibility
// across parts changes no result, as operations of other parts commute with everything and never block. So it
// is enough to add such pairs until the axioms hold, without adding a pair within a part.
//   Only axioms vis >= R, R one of po, hb, lin: add R across parts; within a part R is what it was.
//   Axioms vis >= vis.T, T one of po, hb (the larger, if both), and vis >= R, R one of po, hb: add the pairs of
// R across parts, and (x, z) wherever x vis_i y and y T z for a z in another part. Is that closed? Let (x, z)
// be across parts and z T w. If it came from x vis_i y T z, then y T w as T is transitive: (x, w) is in vis_i
// by the axiom within the part, or was added. If it came from x R z: then x (R.T) w, which is in R if R is hb
// or T is po, and so (x, w) is there. But x po z hb w gives only x hb w: with vis >= po; vis >= vis.hb it may
// be needed within a part that knows nothing of z. Counter-example to the rest: vis >= vis.vis and vis >= po,
// where x po z in another part, z visible to some v there, v po w: only the whole history shows that w must
// see x.
bool splits(const WeakModel& model) {
  bool po = false, hb = false, lin = false, vis_po = false, vis_hb = false, by_method = false;
  for (const Axiom& axiom : model.axioms()) {
    if (axiom.left == Relation::lin || axiom.right == std::vector{Relation::vis}) continue;
    by_method |= !axiom.method.empty();
    const bool longer = axiom.right.size() == 2 && axiom.right[0] == Relation::vis;
    if (axiom.right.size() > 1 && !longer) return false;
    switch (axiom.right.back()) {
      case Relation::po: (longer ? vis_po : po) = true; break;
      case Relation::hb: (longer ? vis_hb : hb) = true; break;
      case Relation::lin:
        if (longer) return false;
        lin = true;
        break;
      case Relation::vis: return false;
    }
  }
  if (!vis_po && !vis_hb) return true;
  return !lin && !by_method && !(vis_hb && po && !hb);
}

WeakResult check_weak(const History& history, const Spec& spec, const WeakModel& model,
                      const WeakOptions& options, const Budget& budget) {
  refuse_bad_history(history);
  refuse_foreign_model(model, spec);
  if (options.algorithm == WeakAlgorithm::minimal && options.linearizability) {
    if (means_linearizability(model, spec)) return delegate(history, spec, options, budget);
    if (auto result = by_linearizability(history, spec, options)) return *std::move(result);
  }
  const bool naive = options.algorithm == WeakAlgorithm::naive || model.add_wins();
  if (naive && history.size() >= 64) {
    const std::string limit =
        fmt::format("enumerates sets of operations: found {}, expected at most 63", history.size());
    if (options.algorithm == WeakAlgorithm::naive) throw InputError("the naive algorithm " + limit);
    WeakResult unknown;
    unknown.verdict = Unknown{"what decides add-wins " + limit};
    return unknown;
  }

  std::vector<Part> parts = parts_of(history, spec, model);
  if (naive && parts.size() > 1) parts = {history.indices()};
  std::vector<History> histories;
  for (const Part& part : parts) histories.push_back(parts.size() == 1 ? history : history.select(part));
  const WeakSearchOptions search{naive ? WeakAlgorithm::naive : options.algorithm, options.order,
                                 std::nullopt};
  const auto results = search_parts(histories, spec, model, search, budget, options.jobs);

  WeakResult result;
  result.parts = parts.size();
  bool spent = false;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    result.configurations += results[p].configurations;
    spent |= results[p].outcome == WeakSearchResult::Outcome::spent;
    if (results[p].outcome != WeakSearchResult::Outcome::none || violated(result)) continue;
    WeakViolation violation{
        fmt::format("no linearization and visibility satisfy {}", model.to_string()), {}, {}, {}};
    if (options.want_evidence) violation = explain_weak_violation(histories[p], spec, model, search, budget);
    widen(violation, parts[p]);
    result.verdict = std::move(violation);
  }
  if (violated(result)) return result;
  if (spent) {
    result.verdict =
        Unknown{fmt::format("{} after {} partial linearizations", budget.reason(), result.configurations)};
  } else if (options.want_witness) {
    result.verdict =
        WeakPass{parts.size() == 1 ? results[0].execution : merge(history, spec, model, parts, results)};
  }
  return result;
}

}  // namespace linnet
