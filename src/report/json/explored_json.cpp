// Explorations as JSON: what was covered, and each failure with its steps.
#include "report/json/fields.hpp"

namespace linnet {

namespace {

constexpr Named<PersistentStore::Reached> kReached[] = {{PersistentStore::Reached::memory, "memory"},
                                                        {PersistentStore::Reached::flushed, "flushed"},
                                                        {PersistentStore::Reached::cache, "cache"}};
constexpr Named<PersistentStore::Found> kFound[] = {{PersistentStore::Found::there, "there"},
                                                    {PersistentStore::Found::lost, "lost"},
                                                    {PersistentStore::Found::unknown, "unknown"}};

}  // namespace

// The library finds these by the types of what is put into an object or a list.

void to_json(Json& json, const CodePlace& place) {
  json = {{"function", place.function}, {"file", place.file}, {"line", place.line}};
}

static void to_json(Json& json, const SourceExcerpt& excerpt) {
  json = {{"file", excerpt.file}, {"first", excerpt.first}, {"lines", excerpt.lines}};
}

static void to_json(Json& json, const NamedAccess& access) {
  json = {{"object", access.object},
          {"writes", access.writes},
          {"before", access.before},
          {"after", access.after}};
}

static void to_json(Json& json, const NamedStep& step) {
  json = {{"thread", step.thread},
          {"verb", step.verb},
          {"accesses", step.accesses},
          {"where", step.where},
          {"repeats", step.repeats}};
  if (step.calls) json["calls"] = true;
  if (step.returns) json["returns"] = true;
  if (step.races) json["races"] = true;
  if (step.saw) json["saw"] = *step.saw < 0 ? Json(nullptr) : Json(*step.saw);
  if (step.early) json["early"] = true;
}

static void to_json(Json& json, const NamedPlace& place) {
  json = {{"what", place.what}, {"where", place.where}};
}

static void to_json(Json& json, const PersistentStore& store) {
  json = {{"object", store.object},
          {"value", store.value},
          {"thread", store.thread},
          {"where", store.where},
          {"reached", name_in(kReached, store.reached)},
          {"found", name_in(kFound, store.found)}};
}

static void to_json(Json& json, const LineState& line) {
  json = {{"stores", line.stores}};
  if (line.to_blame) json["to_blame"] = true;
}

static void to_json(Json& json, const MachineCrash& crash) {
  json = {{"thread", crash.thread}, {"where", crash.where}, {"lines", crash.lines}};
}

static void to_json(Json& json, const Stage& stage) {
  json = {{"strategy", name_of(stage.strategy)}, {"bound", stage.bound},   {"executions", stage.executions},
          {"histories", stage.histories},        {"orders", stage.orders}, {"finished", stage.finished},
          {"complete", stage.complete}};
}

static void to_json(Json& json, const ProgressSample& sample) {
  json = {{"seconds", sample.seconds}, {"executions", sample.executions}, {"histories", sample.histories}};
}

static Json consequence_to_json(const RaceConsequence& consequence) {
  Json json = {{"executions", consequence.executions}, {"complete", consequence.complete}};
  if (!consequence.reason.empty()) json["reason"] = consequence.reason;
  json["violations"] = Json::array();
  for (const Failure& failure : consequence.failures)
    json["violations"].push_back(violation_to_json(failure));
  return json;
}

Json violation_to_json(const Failure& failure) {
  Json json;
  json["kind"] = name_of(failure.kind);
  json["explanation"] = failure.sentence;
  if (failure.kind == EndingKind::inconsistent && failure.history) {
    json.update(violation_to_json(*failure.history));
    if (!failure.history->notes.empty()) json["notes"] = failure.history->notes;
  }
  if (!failure.scenario.empty()) json["scenario"] = failure.scenario;
  json["details"] = failure.details;
  json["thread"] = failure.thread;
  json["where"] = failure.where;
  if (!failure.places.empty()) json["places"] = failure.places;
  json["schedule"] = failure.schedule;
  if (!failure.replay.empty()) json["replay"] = failure.replay;
  json["executions"] = failure.count;
  json["found_at"] = failure.found_at;
  json["output"] = failure.output;
  if (!failure.machine_crashes.empty()) json["machine_crashes"] = failure.machine_crashes;
  json["steps"] = failure.steps;
  if (!failure.source.empty()) json["source"] = failure.source;
  if (failure.consequence) json["consequence"] = consequence_to_json(*failure.consequence);
  return json;
}

void add_fields(Json& json, const ExploredProgram& r) {
  const Stage& last = r.last();
  if (r.serial) {
    json["serial"] = {{"full", r.serial->full},
                      {"stuck", r.serial->stuck},
                      {"executions", r.serial->executions},
                      {"seconds", r.serial->seconds}};
    json["declarations"] = r.declarations;
  }
  json["strategy"] = name_of(last.strategy);
  json["memory_model"] = name_of(r.memory_model);
  json["executions"] = last.executions;
  json["blocked"] = last.blocked;
  json["redundant"] = last.redundant;
  if (last.cut > 0) json["cut"] = last.cut;
  json["histories"] = r.histories;
  json["inconsistent"] = r.inconsistent;
  if (!r.scenario.empty()) json["scenario"] = r.scenario;
  for (const History& history : r.examples) json["examples"].push_back(history_to_json(history));
  if (r.paper.sequentializations > 0) {
    json["sequentializations"] = r.paper.sequentializations;
    json["permutations"] = r.paper.permutations;
  }
  if (r.conflict_alarms) {
    json["conflict_serializability"] = {{"executions", r.conflict_alarms->executions},
                                        {"alarms", r.conflict_alarms->alarms},
                                        {"false_alarms", r.conflict_alarms->false_ones}};
    if (!r.conflict_alarms->cycle.empty()) {
      json["conflict_serializability"]["cycle"] = r.conflict_alarms->cycle;
      json["conflict_serializability"]["schedule"] = r.conflict_alarms->schedule;
    }
  }
  json["complete"] = r.complete();
  if (r.lists_outputs) {
    json["outputs"] = Json::array();
    for (const auto& [text, executions] : r.outputs)
      json["outputs"].push_back({{"text", text}, {"executions", executions}});
  }
  if (r.non_sc) {
    json["non_sc"] = {{"executions", r.non_sc->executions}, {"shown", Json::array()}};
    for (const auto& [schedule, replay] : r.non_sc->shown)
      json["non_sc"]["shown"].push_back({{"schedule", schedule}, {"replay", replay}});
  }
  if (!r.within.empty()) json["within"] = r.within;
  if (r.racy_places > 0) json["racy_places"] = r.racy_places;
  for (const Suppression& one : r.suppressions) {
    json["suppressions"].push_back({{"text", one.to_text()}, {"line", one.line}, {"races", one.races}});
  }
  if (!r.weak_orders.empty()) json["weaker_orders"] = r.weak_orders;
  if (!r.consumes.empty()) json["consume_as_acquire"] = r.consumes;
  if (r.forbidden > 0) json["forbidden_by_cpp20"] = r.forbidden;
  if (!r.unseen_code.empty()) json["unseen_code"] = r.unseen_code;
  if (!r.unordered_looks.empty()) json["unordered_looks"] = r.unordered_looks;
  for (const CutLoop& loop : r.cuts)
    json["cut_at"].push_back({{"place", loop.place}, {"threads", loop.times}});
  if (!r.not_in_c11.empty()) json["not_under_c11"] = r.not_in_c11;
  if (r.order_advice) json["order_advice"] = advice_to_json(*r.order_advice);
  json["share"] = r.complete() ? 1.0 : r.share;
  json["longest"] = r.longest;
  json["cpu_seconds"] = r.cpu_seconds;
  json["stages"] = r.stages;
  if (!r.progress.empty()) json["progress"] = r.progress;
  if (!r.reason.empty()) json["reason"] = r.reason;
  if (r.failures.empty()) return;
  json["violation"] = violation_to_json(r.failures.front());
  if (r.failures.size() == 1) return;
  for (const Failure& failure : r.failures) json["violations"].push_back(violation_to_json(failure));
}

}  // namespace linnet
