// Implements Findings.
#include "driver/exploring/findings.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "driver/exploring/confirmation.hpp"
#include "driver/exploring/not_covered.hpp"
#include "driver/exploring/race_suppressions.hpp"
#include "driver/naming/trace_words.hpp"

namespace linnet {

namespace {

// The number of inconsistent histories that are explained with --keep-going. Further ones are counted, but
// their causes are not told apart.
constexpr std::size_t kMostExplained = 1'000;
constexpr std::size_t kMostOrders = 1 << 20;  // that are kept in memory

Failure unconfirmed(const FoundFailure& found) {
  if (found.failure) return *found.failure;
  Failure failure;
  failure.kind = found.kind;
  failure.sentence = name_of(found.kind);
  return failure;
}

}  // namespace

Findings::Findings(const Subject& subject, const ExplorationRequest& request, const ExplorationWatch& watch,
                   const ExplorationPlan& plan, const Setup& setup)
    : subject_(subject), request_(request), watch_(watch), plan_(plan), setup_(setup) {
  report_.memory_model = setup.options.memory_model.value_or(MemoryModel::sc);
  report_.suppressions = request.suppressions;
  report_.lists_outputs = request.outputs;
  begin_again();
}

void Findings::begin_again() {
  report_.stages.clear();
  for (const PlannedStage& planned : plan_.stages) report_.stages.push_back(stage_of(planned));
  report_.outputs.clear();
  report_.forbidden = 0;
  if (request_.count_conflict_cycles && subject_.judge != nullptr) report_.conflict_alarms.emplace();
  if (request_.report_non_sc) report_.non_sc.emplace();
  has_false_alarm_ = false;
  found_.clear();
  met_.clear();
  orders_.clear();
  histories_of_turn_ = 0;
  cuts_.clear();
}

void Findings::load(const ExplorationCheckpoint& earlier) {
  report_.reason = earlier.reason;
  report_.longest = earlier.longest;
  report_.forbidden = earlier.forbidden;
  found_ = earlier.found;
  not_covered_ = earlier.not_covered;
  for (std::size_t i = 0; i < std::min(report_.stages.size(), earlier.stages.size()); ++i) {
    Stage& stage = report_.stages[i];
    const Stage& before = earlier.stages[i];
    stage.executions = before.executions;
    stage.blocked = before.blocked;
    stage.redundant = before.redundant;
    stage.cut = before.cut;
    stage.finished = before.finished;
    stage.complete = before.complete;
  }
  for (std::size_t i = 0; i < std::min(report_.suppressions.size(), earlier.suppressed.size()); ++i)
    report_.suppressions[i].races = earlier.suppressed[i];
}

void Findings::save(ExplorationCheckpoint& checkpoint) const {
  checkpoint.stages = report_.stages;
  checkpoint.found = found_;
  checkpoint.not_covered = not_covered_;
  checkpoint.reason = report_.reason;
  checkpoint.longest = report_.longest;
  checkpoint.forbidden = report_.forbidden;
  for (const Suppression& one : report_.suppressions) checkpoint.suppressed.push_back(one.races);
}

bool Findings::is_complete() const {
  const bool all_judged = subject_.judge != nullptr || !calls_recorded_;
  return found_.empty() && all_judged && std::ranges::any_of(report_.stages, &Stage::complete);
}

void Findings::note(const StageCount& count) {
  Stage& stage = report_.stages[count.stage];
  stage.executions = count.executions;
  stage.blocked = count.blocked;
  stage.redundant = count.redundant;
  stage.cut = count.cut;
  report_.longest = std::max(report_.longest, count.longest);
  if (count.stage + 1 == report_.stages.size() || !plan_.in_turns) report_.share = count.share;
}

void Findings::note_brought(std::size_t stage, const Turns::Member& member) {
  report_.stages[stage].histories = member.histories;
  report_.stages[stage].orders = member.orders;
  histories_of_turn_ = 0;
}

void Findings::note(ToldByProcess& told, const RecordedExecution& one, std::uint64_t number) {
  note(one.count);
  if (met_.insert(one.key).second) {
    ++histories_of_turn_;
    ++report_.stages[one.count.stage].histories;
  }
  ToldByProcess::Recorded& recorded = told.recorded.emplace_back();
  if (subject_.collection != nullptr) {
    recorded.number =
        subject_.collection->met(one.key, [&] { return subject_.judge->history(one.recording, one.ended); });
  }
  // One failure of each cause is shown, so these are explained.
  const bool by_cause = request_.keep_going && explained_ < kMostExplained;
  const Detail detail = found_.empty() || by_cause ? Detail::explained : Detail::verdict;
  std::optional<CheckedHistory> report = subject_.judge->judge(one.recording, one.ended, detail);
  if (!one.cycle.empty()) note_alarm(recorded, one, !report);
  if (report && unknown(report->verdict)) {
    report_.reason = std::get<Unknown>(report->verdict).reason;
  } else if (report) {
    explained_ += by_cause;
    const std::uint64_t cause = by_cause ? cause_of(*report) : 0;
    auto same = std::ranges::find_if(found_, [&](const FoundFailure& f) {
      return f.kind == EndingKind::inconsistent && (f.place == cause || cause == 0);
    });
    if (same == found_.end()) {
      FoundFailure& found = add_found(EndingKind::inconsistent, cause, one.schedule, one.count, number);
      found.history = std::move(report);
      found.count = 0;
      same = found_.end() - 1;
    }
    recorded.failure = static_cast<std::size_t>(same - found_.begin());
    decided_ = !request_.keep_going;
  }
  note_again(recorded);
}

void Findings::note_again(const ToldByProcess::Recorded& recorded) {
  if (recorded.failure) ++found_[*recorded.failure].count;
  if (recorded.number) subject_.collection->add(*recorded.number, 1);
  if (!report_.conflict_alarms) return;
  ++report_.conflict_alarms->executions;
  report_.conflict_alarms->alarms += recorded.alarm;
  report_.conflict_alarms->false_ones += recorded.false_alarm;
}

void Findings::note_alarm(ToldByProcess::Recorded& recorded, const RecordedExecution& one, bool is_false) {
  recorded.alarm = true;
  recorded.false_alarm = is_false;
  ConflictAlarms& alarms = *report_.conflict_alarms;
  if (!alarms.cycle.empty() && (has_false_alarm_ || !is_false)) return;
  has_false_alarm_ = is_false;
  alarms.schedule = one.schedule.to_text();
  alarms.cycle.clear();
  const History history = subject_.judge->history(one.recording, one.ended);
  for (const std::uint64_t operation : one.cycle) {
    alarms.cycle.push_back(operation < history.size() ? history.describe(history.operations[operation])
                                                      : "a step outside of operations");
  }
}

void Findings::note(ToldByProcess& told, const FoundEnding& one, std::uint64_t number) {
  note(one.count);
  const EndingKind kind = runtime::kind_of(one.ending);
  const auto* limit = std::get_if<runtime::LimitReached>(&one.ending.what);
  const bool harmless = limit != nullptr && limit->limit != runtime::Limit::time_in_step;
  auto same = std::ranges::find_if(
      found_, [&](const FoundFailure& f) { return f.kind == kind && f.place == one.place; });
  if (same == found_.end()) {
    FoundFailure& found = add_found(kind, one.place, one.schedule, one.count, number);
    if (kind == EndingKind::nondeterminism || limit != nullptr)
      found.failure = without_trace(kind, one, number);
    same = found_.end() - 1;
  } else {
    ++same->count;
  }
  told.found.push_back(static_cast<std::size_t>(same - found_.begin()));
  if (!harmless && !(request_.keep_going && kind != EndingKind::nondeterminism)) decided_ = true;
}

void Findings::note(ToldByProcess& told, const Seen& seen) {
  if (seen.not_covered) not_covered_.add(*seen.not_covered);
  if (seen.order_sites) watch_.met_orders(*seen.order_sites);
  std::ranges::copy(seen.new_cuts, std::back_inserter(told.places_of_cuts));
  told.times_cut.resize(told.places_of_cuts.size());
  for (std::size_t i = 0; i < std::min(seen.times_cut.size(), told.times_cut.size()); ++i) {
    const std::uint64_t before = std::exchange(told.times_cut[i], seen.times_cut[i]);
    cuts_[told.places_of_cuts[i]] += seen.times_cut[i] - before;
  }
}

void Findings::note(const ToldByProcess& told, const TurnOver& over) {
  note(over.count);
  Stage& stage = report_.stages[over.count.stage];
  stage.finished = over.over;
  stage.complete = over.why == WhyTurnEnded::complete;
  calls_recorded_ = calls_recorded_ || over.calls_recorded;
  for (const std::uint32_t message : over.recorded_again) {
    if (message < told.recorded.size()) note_again(told.recorded[message]);
  }
  for (const std::uint32_t message : over.found_again) {
    if (message < told.found.size()) ++found_[told.found[message]].count;
  }
  for (const auto& [text, executions] : over.outputs) report_.outputs[text] += executions;
  report_.forbidden += over.forbidden;
  if (!report_.non_sc) return;
  report_.non_sc->executions += over.non_sc;
  for (const Schedule& schedule : over.non_sc_schedules) {
    if (report_.non_sc->shown.size() < kNonSequentialShown)
      report_.non_sc->shown.push_back({schedule.to_text(), ""});
  }
}

bool Findings::suppresses(const runtime::ExecutionEnding& ending, std::vector<CodeOffset>& racy_places) {
  const auto* race = std::get_if<runtime::DataRace>(&ending.what);
  if (race == nullptr || report_.suppressions.empty()) return false;
  const auto found = RaceSuppressions(subject_.program.modules()).find(*race, report_.suppressions);
  std::set<CodeOffset> places(racy_places.begin(), racy_places.end());
  places.insert({race->earlier.place, race->later.place});
  if (!found || places.size() == racy_places.size()) return false;
  ++report_.suppressions[*found].races;
  racy_places.assign(places.begin(), places.end());
  return true;
}

void Findings::note_nondeterminism(const runtime::ExecutionEnding& ending, const Schedule& first,
                                   const std::string& output) {
  FoundEnding seen;
  seen.ending = ending;
  seen.schedule = first;
  seen.output = output;
  add_found(EndingKind::nondeterminism, runtime::place_of(ending), first, {}, 0).failure =
      without_trace(EndingKind::nondeterminism, seen, 0);
}

std::uint64_t Findings::count_new_orders(const std::vector<std::uint64_t>& orders) {
  std::uint64_t count = 0;
  for (const std::uint64_t order : orders) {
    if (orders_.size() < kMostOrders) count += orders_.insert(order).second;
  }
  return count;
}

FoundFailure& Findings::add_found(EndingKind kind, std::uint64_t place, const Schedule& schedule,
                                  const StageCount& count, std::uint64_t number) {
  FoundFailure& found = found_.emplace_back();
  found.kind = kind;
  found.place = place;
  found.schedule = schedule;
  found.number = number;
  found.shortest = count.shortest_first;
  if (found_.size() == 1) found_by_ = count.stage;
  return found;
}

// The same choices may lead elsewhere in the next process, too, so the failure is reported as it was seen.
// And a user does not want to see all steps of an execution that reached a limit.
Failure Findings::without_trace(EndingKind kind, const FoundEnding& one, std::uint64_t number) const {
  Failure failure = in_words(kind, {one.ending, {}, subject_.program.modules(), {}});
  if (kind == EndingKind::nondeterminism) failure.sentence += advice_on_nondeterminism(setup_);
  failure.schedule = one.schedule.to_text();
  failure.output = one.output;
  failure.found_at = number;
  return failure;
}

std::uint64_t Findings::histories() const {
  return subject_.judge != nullptr ? subject_.judge->distinct_histories() : 0;
}

ProgressSample Findings::sample(double seconds) const {
  ProgressSample now{seconds, 0, histories()};
  for (const Stage& stage : report_.stages) now.executions += stage.executions;
  return now;
}

ExploredProgram Findings::conclude(std::vector<ProgressSample> progress,
                                   const std::function<bool()>& hurried) {
  report_.progress = std::move(progress);
  report_.racy_places = setup_.options.racy_places.size();
  report_.weak_orders = weak_order_places(not_covered_.weak_orders, subject_.program.modules());
  report_.consumes = weak_order_places(not_covered_.consumes, subject_.program.modules());
  report_.unseen_code = unseen_places(not_covered_, subject_.program.modules());
  report_.unordered_looks = unordered_look_places(not_covered_.unordered_looks, subject_.program.modules());
  report_.cuts = cut_loops(cuts_, subject_.program.modules());
  if (subject_.judge != nullptr) {
    report_.histories = histories();
    report_.inconsistent = subject_.judge->inconsistent_histories();
    report_.paper = subject_.judge->paper_effort();
    report_.examples = subject_.judge->examples();
  }
  confirm_failures(hurried);
  say_what_is_covered();
  return std::move(report_);
}

void Findings::confirm_failures(const std::function<bool()>& hurried) {
  Confirmation confirmation(subject_, request_, setup_, hurried);
  for (const FoundFailure& found : found_) {
    Failure failure = request_.verdict_only ? unconfirmed(found) : confirmation.confirm(found);
    if (failure.kind == EndingKind::nondeterminism) seen_all_ = false;
    if (is_failure(failure.kind)) {
      report_.failures.push_back(std::move(failure));
    } else {
      report_.reason = failure.sentence;
      seen_all_ = false;
    }
  }
}

void Findings::say_what_is_covered() {
  put_last_what_decides();
  // The strategy came to the end of its plan, but some executions were cut short: not everything was seen.
  Stage& last = report_.stages.back();
  if (!seen_all_) last.complete = false;
  report_.stopped = !stopped.empty();
  if (report_.stopped && report_.reason.empty()) report_.reason = stopped;
  if (subject_.judge == nullptr && calls_recorded_ && report_.reason.empty())
    report_.reason = "The calls that main recorded were not judged: say with --spec what they promise.";
  if (report_.forbidden > 0 && last.strategy == StrategyKind::graphs && last.finished && !last.complete &&
      report_.reason.empty())
    report_.reason = "executions that C++20 forbids were not followed to their ends";
  if (const std::string bound = bound_of_complete(); last.complete && !bound.empty()) {
    last.complete = false;
    last.bound = bound;
  }
  if (last.complete || !stopped.empty()) return;
  for (const Stage& stage : report_.stages) {
    if (stage.finished && !stage.bound.empty()) report_.within = stage.bound;
  }
}

// The bound within which all executions were seen; empty if there is no bound.
std::string Findings::bound_of_complete() const {
  std::string bound;
  if (!report_.unordered_looks.empty()) bound = "one order of clock readings";
  if (!report_.unseen_code.empty())
    bound += bound.empty() ? "the accesses that are seen" : " and the accesses that are seen";
  return bound;
}

// If stages took turns, the stage that came to the end of the space decides, or else the one that found the
// first failure; otherwise the last one that began.
void Findings::put_last_what_decides() {
  std::vector<Stage>& all = report_.stages;
  if (plan_.in_turns) {
    auto deciding = std::ranges::find(all, true, &Stage::complete);
    if (deciding == all.end() && !report_.failures.empty() && found_by_ < all.size())
      deciding = all.begin() + static_cast<std::ptrdiff_t>(found_by_);
    if (deciding != all.end()) std::rotate(deciding, deciding + 1, all.end());
    const Stage last = all.back();
    all.pop_back();
    std::erase_if(all, [](const Stage& stage) { return stage.executions == 0; });
    all.push_back(last);
    return;
  }
  while (all.size() > 1 && all.back().executions == 0 && !all.back().finished) all.pop_back();
}

}  // namespace linnet
