// Checked histories as JSON: the history, and its explanation or the reason why there is none.

#include <limits>
#include <numeric>

#include "report/json/fields.hpp"
#include "report/page/word_graph.hpp"

namespace linnet {

namespace {

Json to_json(Value value) {
  // Values print themselves as JSON; integers beyond 64 bits become floating point in most readers anyway.
  return Json::parse(value.to_json());
}

Json to_json(const History& history, OperationIndex index) {
  const Operation& op = history.operations[index];
  Json json;
  json["id"] = index;
  json["thread"] = to_json(history.words->threads[op.thread.value]);
  if (history.words->objects.size() > 1) json["object"] = to_json(history.words->objects[op.object.value]);
  json["op"] = history.method_name(op);
  json["args"] = Json::array();
  for (const Value arg : op.args()) json["args"].push_back(to_json(arg));
  if (op.completed()) json["result"] = to_json(op.result);
  json["text"] = history.describe(op);
  json["call"] = op.call;
  if (op.completed()) json["return"] = op.ret;
  if (op.status == Operation::Status::crashed) json["crash"] = cut_off_at(history, op);
  if (history.order) json["after"] = history.order->predecessors(index);
  if (op.line != 0) json["line"] = op.line;
  if (const auto said = history.words->annotations.find(op.line); said != history.words->annotations.end()) {
    for (const Annotation& one : said->second) json["annotations"][one.name] = to_json(one.value);
  }
  return json;
}

// Adds only these operations, and the crashes up to then.
void add_history(Json& json, const History& history, std::span<const OperationIndex> operations, Rank until) {
  json["history"] = Json::array();
  for (const OperationIndex i : operations) json["history"].push_back(to_json(history, i));
  if (!history.crashes.empty()) json["crashes"] = Json::array();
  for (const Crash& crash : history.crashes) {
    if (crash.rank > until) continue;
    Json one = {{"at", crash.rank}};
    if (crash.thread) one["thread"] = to_json(history.words->threads[crash.thread->value]);
    json["crashes"].push_back(one);
  }
}

void add_history(Json& json, const History& history) {
  std::vector<OperationIndex> all(history.size());
  std::iota(all.begin(), all.end(), 0);
  add_history(json, history, all, std::numeric_limits<Rank>::max());
}

Json to_json(const StatesAlong& states) {
  return {{"initial", states.initial}, {"after", states.after}};
}

Json to_json(const Explanation& explanation) {
  Json json;
  json["sentence"] = explanation.sentence;
  if (!explanation.subject.empty()) json["subject"] = explanation.subject;
  if (explanation.culprit) json["culprit"] = *explanation.culprit;
  if (explanation.last) json["last"] = *explanation.last;
  if (!explanation.would_see.empty() || !explanation.must_see.empty()) {
    json["would_see"] = explanation.would_see;
    json["must_see"] = explanation.must_see;
  }
  json["open"] = explanation.open;
  json["core"] = explanation.core;
  json["core_is_minimal"] = explanation.core_is_minimal;
  json["attempts"] = Json::array();
  for (const Explanation::Attempt& attempt : explanation.attempts) {
    Json placed = Json::array(), blocked = Json::array();
    for (const Explanation::Placed& p : attempt.placed) {
      placed.push_back({{"operation", p.operation}, {"state", p.state}});
    }
    for (const Explanation::Blocked& b : attempt.blocked) {
      blocked.push_back({{"operation", b.operation}, {"reason", b.reason}, {"waits_for", b.waits_for}});
    }
    json["attempts"].push_back(
        {{"initial", attempt.initial_state}, {"placed", placed}, {"blocked", blocked}});
  }
  return json;
}

// An order; for a weak model, with the operations visible to each.
Json to_json(const Witness& witness) {
  if (witness.visible.empty()) return witness.order;
  return {{"lin", witness.order}, {"vis", witness.visible}};
}

// Both orders of each object, and the distance of each operation from its place.
Json quasi_to_json(const CheckedHistory& report) {
  const QuasiEvidence& evidence = *report.quasi;
  Json witnesses = Json::array(), groups = Json::array();
  for (std::size_t i = 0; i < evidence.witnesses.size(); ++i) {
    const QuasiWitness& witness = evidence.witnesses[i];
    Json orders = {{"happened", witness.sequentialization}, {"legal", witness.permutation}};
    if (i < report.quasi_states.size() && report.quasi_states[i])
      orders["states"] = to_json(*report.quasi_states[i]);
    witnesses.push_back(std::move(orders));
  }
  for (const QuasiEvidence::Group& group : evidence.groups) {
    Json moved = Json::array();
    for (const auto& [operation, distance] : group.displacements) {
      if (distance != 0) moved.push_back({{"operation", operation}, {"distance", distance}});
    }
    groups.push_back({{"methods", group.methods}, {"factor", group.factor}, {"moved", moved}});
  }
  return {{"orders", witnesses}, {"groups", groups}};
}

constexpr Named<WordGraph::Flaw> kFlaws[] = {{WordGraph::Flaw::none, "none"},
                                             {WordGraph::Flaw::cycle, "cycle"},
                                             {WordGraph::Flaw::fork, "fork"},
                                             {WordGraph::Flaw::orphan, "orphan"},
                                             {WordGraph::Flaw::value, "value"}};
constexpr Named<WordEdge::Kind> kEdgeKinds[] = {{WordEdge::Kind::reads_from, "reads-from"},
                                                {WordEdge::Kind::overwrites, "overwrites"},
                                                {WordEdge::Kind::fails, "fails"}};

Json to_json(const WordGraph& graph) {
  Json json = {{"flaw", name_in(kFlaws, graph.flaw)}, {"orphans", graph.orphans}, {"edges", Json::array()}};
  for (const WordGraph::Edge& edge : graph.edges) {
    Json one = {{"to", edge.to}, {"relation", edge.word ? name_in(kEdgeKinds, edge.word->kind) : "before"}};
    if (edge.from) one["from"] = *edge.from;
    if (edge.word) one["location"] = to_json(edge.word->location);
    if (edge.word) one["value"] = to_json(edge.word->value);
    if (edge.offending) one["offending"] = true;
    json["edges"].push_back(std::move(one));
  }
  return json;
}

constexpr std::size_t kLargestGraph = 60;  // operations: a larger graph cannot be read

}  // namespace

Json history_to_json(const History& history) {
  Json operations = Json::array();
  for (OperationIndex i = 0; i < history.size(); ++i) operations.push_back(to_json(history, i));
  return operations;
}

// Contains only the prefix that is already a violation: a million operations after it would explain nothing.
Json violation_to_json(const CheckedHistory& report) {
  Json json;
  json["kind"] = name_of(EndingKind::inconsistent);
  const auto& explanation = report.explanation;
  if (explanation && !explanation->prefix.empty()) {
    add_history(json, report.history, explanation->prefix,
                explanation->last ? report.history.operations[*explanation->last].ret
                                  : std::numeric_limits<Rank>::max());
  } else {
    add_history(json, report.history);
  }
  if (report.explanation) {
    json["explanation"] = to_json(*report.explanation);
    if (report.spec == "mwcas" && report.explanation->core.size() <= kLargestGraph)
      json["graph"] = to_json(word_graph(report.history, report.explanation->core));
    if (report.quasi && !report.quasi->witnesses.empty()) json["closest"] = quasi_to_json(report);
  }
  return json;
}

void add_fields(Json& json, const CheckedHistory& finding) {
  if (!finding.model.empty()) json["model"] = finding.model;
  json["threads"] = finding.history.words->threads.size();
  json["algorithm"] = finding.algorithms;
  if (!finding.notes.empty()) json["notes"] = finding.notes;
  json["parts"] = finding.parts;
  json["configurations"] = finding.configurations;
  json["seconds_reading"] = finding.read_seconds;
  json["seconds_deciding"] = finding.check_seconds;
  if (!finding.warnings.empty()) json["warnings"] = finding.warnings;
  if (finding.quasi && finding.quasi->permutations > 0) {
    json["sequentializations"] = finding.quasi->sequentializations;
    json["permutations"] = finding.quasi->permutations;
  }
  if (const Pass* pass = std::get_if<Pass>(&finding.verdict)) {
    if (finding.quasi && !finding.quasi->witnesses.empty()) json["witness"] = quasi_to_json(finding);
    if (!pass->witness.order.empty()) json["witness"] = to_json(pass->witness);
    if (finding.states) json["states"] = to_json(*finding.states);
    if (json.contains("witness")) add_history(json, finding.history);
  } else if (const Unknown* unknown = std::get_if<Unknown>(&finding.verdict)) {
    json["reason"] = unknown->reason;
  } else {
    json["violation"] = violation_to_json(finding);
  }
}

}  // namespace linnet
