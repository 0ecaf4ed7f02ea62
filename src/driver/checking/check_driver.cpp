// The stages of checking one history, each timed.
#include "driver/checking/check_driver.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "check/linearizability/algorithm.hpp"
#include "check/quasi/quasi.hpp"
#include "check/weak/model.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/checking/promise.hpp"
#include "driver/checking/quasi_criterion.hpp"
#include "driver/checking/weak_criterion.hpp"
#include "driver/checking/word_log_check.hpp"
#include "explain/explain.hpp"
#include "history/formats/json.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

// What the operations of a violating part have in common, and other operations do not have.
std::string subject_of(const History& history, const Spec& spec, const std::vector<OperationIndex>& part) {
  if (part.size() == history.size() || part.empty()) return "";
  const Operation& first = history.operations[part[0]];
  std::string subject;
  const auto of_another = [&](OperationIndex i) { return history.operations[i].object != first.object; };
  if (std::ranges::any_of(part, of_another)) return "";
  if (history.words->objects.size() > 1) {
    subject = "object " + history.words->objects[first.object.value].to_json();
  }
  if (spec.partitioned()) {
    const auto key = spec.key(first.as_call());
    const bool one_key = key && std::ranges::all_of(part, [&](OperationIndex i) {
                           return spec.key(history.operations[i].as_call()) == key;
                         });
    if (one_key) subject += (subject.empty() ? "" : ", ") + std::string("key ") + key->to_json();
  }
  return subject;
}

Explanation explain_violation(const CheckedHistory& report, const Spec& spec, const CheckResult& result,
                              const Criterion& criterion, const Budget& budget) {
  std::vector<OperationIndex> part = result.violating_part;
  if (part.empty()) {
    part.resize(report.history.size());
    std::iota(part.begin(), part.end(), 0);
  }
  // There are many small questions. Each gets a second, so that a hard one cannot hold up the report.
  const Decide decide = [&](const History& history) {
    const Budget second(&budget, std::chrono::duration<double>(1));
    return criterion.decide_part(history, spec, {}, second).verdict;
  };
  const Violation& violation = std::get<Violation>(report.verdict);
  return explain(report.history, part, spec, subject_of(report.history, spec, part),
                 {decide, budget, criterion.too_late, criterion.of_cut_off}, violation);
}

void note_what_is_cut_short(CheckedHistory& report, const Budget& budget) {
  const Explanation& explanation = *report.explanation;
  if ((explanation.prefix_is_shortest && explanation.core_is_minimal) || !budget.measure()) return;
  report.notes.push_back(fmt::format("the explanation was cut short: {}", budget.reason()));
}

Explanation in_its_part(Explanation explanation, const CheckedHistory& report, const Spec& spec) {
  if (report.parts > 1) explanation.subject = subject_of(report.history, spec, explanation.prefix);
  return explanation;
}

}  // namespace

std::string asked_for(const CheckRequest& request) {
  const std::string model = request.model + request.axioms;
  if (model.empty() || request.strength.empty()) return model + request.strength + request.quasi;
  return model + ", " + request.strength;
}

Spec choose_spec(const History& history, const CheckRequest& request) {
  std::string name = !request.spec.empty() ? request.spec : history.header.spec.value_or("");
  if (request.spec.empty() && request.own_specs.size() == 1) name = request.own_specs[0].name();
  if (name.empty()) {
    throw InputError(
        Place{history.words->source, 0, 0},
        fmt::format("the file does not say what object this is a history of: add --spec, one of {}",
                    fmt::join(spec_names(), " ")));
  }
  for (const Spec& spec : request.own_specs) {
    if (spec.name() != name) continue;
    if (request.out_of_order || request.lateness)
      throw InputError("specification " + name +
                       " is your own: --out-of-order and --lateness relax built-in ones");
    return spec;
  }
  return make_spec(name, {.initial = request.initial ? request.initial : history.header.initial,
                          .out_of_order = request.out_of_order,
                          .lateness = request.lateness});
}

std::size_t most_of_the_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) /
         5 * 4;
}

Budget budget_of(const CheckRequest& request) {
  const std::size_t memory = request.memory.value_or(most_of_the_memory());
  if (request.seconds) return Budget(std::chrono::duration<double>(*request.seconds), memory);
  return Budget(std::nullopt, memory, kUsualSteps);
}

namespace {

// The state after each operation of the orders that explain the history.
void add_states(CheckedHistory& report, const Spec& spec) {
  if (const Pass* pass = std::get_if<Pass>(&report.verdict)) {
    if (pass->witness.visible.empty())
      report.states = states_along(report.history, spec, pass->witness.order);
  }
  if (!report.quasi) return;
  for (const QuasiWitness& witness : report.quasi->witnesses)
    report.quasi_states.push_back(states_along(report.history, spec, witness.permutation));
}

}  // namespace

CheckedHistory check_history(History history, const Spec& spec, const CheckRequest& request,
                             const Budget& budget, const Announce& announce) {
  const Criterion& criterion = criterion_of(request.criterion);
  CheckedHistory report;
  report.subject = history.words->source;
  report.criterion = name_of(request.criterion);
  report.model = asked_for(request);
  report.spec = spec.name();
  report.operations = history.size();
  report.history = std::move(history);

  Stopwatch watch;
  announce(fmt::format("deciding {} operations of {}", report.operations, report.subject));
  CheckResult result = criterion.check(report.history, spec, request, budget);
  report.verdict = std::move(result.verdict);
  report.quasi = std::move(result.quasi);
  if (request.criterion == CriterionKind::quasi)
    report.warnings = quasi_warnings(report.history, spec, request);
  report.algorithms = result.algorithms;
  report.notes = std::move(result.notes);
  report.parts = result.partitions;
  report.configurations = result.explored;
  report.seconds = report.check_seconds = watch.lap();
  if (request.want_witness || violated(report.verdict)) add_states(report, spec);

  if (violated(report.verdict) && request.explain) {
    announce("explaining the violation in " + report.subject);
    report.explanation = result.explanation ? in_its_part(*std::move(result.explanation), report, spec)
                                            : explain_violation(report, spec, result, criterion, budget);
    note_what_is_cut_short(report, budget);
    report.seconds += watch.lap();
  }
  return report;
}

namespace {

CheckedHistory not_read(const std::string& path, const CheckRequest& request, const std::string& reason) {
  CheckedHistory report;
  report.subject = path;
  report.criterion = name_of(request.criterion);
  report.model = asked_for(request);
  report.spec = request.spec;
  report.verdict = Unknown{reason};
  report.history.words = std::make_shared<Vocabulary>();
  return report;
}

}  // namespace

CheckedHistory check_file(const std::string& path, const CheckRequest& request, const Announce& announce) {
  refuse_options_of_others(request);
  const Budget budget = budget_of(request);
  Stopwatch watch;
  announce("reading " + path);
  if (auto report = check_word_log(path, request, budget)) return *std::move(report);
  History history;
  try {
    history = read_history(path, request.reading, &budget);
  } catch (const LimitReached& limit) {
    return not_read(path, request, limit.what());
  }
  const Spec spec = choose_spec(history, request);
  history.resolve(spec);
  if (request.initial) history.header.initial = request.initial;  // reports show what was used
  if (request.criterion == CriterionKind::stuck)
    history.stuck = true;  // the user says so by asking for this criterion
  const double read_seconds = watch.lap();

  CheckedHistory report = check_history(std::move(history), spec, request, budget, announce);
  report.subject = path;
  report.read_seconds = read_seconds;
  report.seconds += read_seconds;
  return report;
}

MeasuredHistory measure_file(const std::string& path, const CheckRequest& request, const Announce& announce) {
  const Budget budget = budget_of(request);
  Stopwatch watch;
  announce("reading " + path);
  History history = read_history(path, request.reading, &budget);
  const Spec spec = choose_spec(history, request);
  history.resolve(spec);
  refuse_crashes(history, "quasi");
  announce(fmt::format("measuring {} operations of {}", history.size(), path));
  MeasuredHistory report;
  report.subject = path;
  report.spec = spec.name();
  report.criterion = name_of(CriterionKind::quasi);
  report.operations = history.size();
  report.measure = measure_relaxation(history, spec, budget);
  report.seconds = watch.lap();
  return report;
}

InferredMethods infer_from_files(const std::vector<std::string>& paths, const CheckRequest& request,
                                 const Announce& announce) {
  refuse_options_of_others(request);
  if (request.criterion != CriterionKind::weak)
    throw InputError("strengths are inferred for weak promises; the promise here is " + promise_of(request));
  const Budget budget = budget_of(request);
  Stopwatch watch;
  InferredMethods report;
  report.sources = paths;
  report.criterion = name_of(request.criterion);
  report.given = asked_for(request);
  std::vector<History> histories;
  std::optional<Spec> spec;
  for (const std::string& path : paths) {
    announce("reading " + path);
    History& history = histories.emplace_back(read_history(path, request.reading, &budget));
    const Spec own = choose_spec(history, request);
    if (spec && spec->name() != own.name())
      throw InputError(fmt::format("{} is a history of {}, {} of {}: expected one specification", paths[0],
                                   spec->name(), path, own.name()));
    if (!spec) spec = own;
    history.resolve(*spec);
    report.operations += history.size();
  }
  announce(fmt::format("inferring strengths from {} operations", report.operations));
  report.spec = spec->name();
  report.strengths = infer_strengths(histories, *spec, request, budget);
  report.seconds = watch.lap();
  return report;
}

std::vector<Described> list_specs() {
  std::vector<Described> choices;
  for (const std::string& name : spec_names()) choices.push_back({name, ""});
  return choices;
}

namespace {

template <class Table>
std::vector<Described> choices_of(const Table& table) {
  std::vector<Described> choices;
  for (const auto* entry : table) choices.push_back({std::string(entry->name), std::string(entry->summary)});
  return choices;
}

}  // namespace

std::vector<Described> list_algorithms() {
  return choices_of(all_algorithms());
}
std::vector<Described> list_formats() {
  return choices_of(all_formats());
}

Value parse_initial(const std::string& text) {
  simdjson::dom::parser parser = make_json_parser();
  simdjson::dom::element json;
  if (parser.parse(text).get(json) != simdjson::SUCCESS) {
    throw InputError("--initial: found " + excerpt(text) +
                     ", expected a JSON value such as 0, null or '\"text\"'");
  }
  return to_value(json);
}

}  // namespace linnet
