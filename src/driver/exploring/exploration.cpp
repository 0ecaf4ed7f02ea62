// Explorer: receives the messages of a process that explores, and confirms what was found.
#include "driver/exploring/exploration.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/pace.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/exploring/checkpoint_file.hpp"
#include "driver/exploring/confirmation.hpp"
#include "driver/exploring/exploration_checkpoint.hpp"
#include "driver/exploring/exploration_limits.hpp"
#include "driver/exploring/exploration_plan.hpp"
#include "driver/exploring/identity.hpp"
#include "driver/exploring/not_covered.hpp"
#include "driver/exploring/progress_samples.hpp"
#include "driver/exploring/race_suppressions.hpp"
#include "driver/naming/trace_words.hpp"
#include "driver/program/scenario_text.hpp"

namespace linnet {

namespace {

using Clock = std::chrono::steady_clock;

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// The name of the subject in a checkpoint.
std::string name_of(const Subject& subject) {
  const std::string program = std::filesystem::path(subject.program.path()).filename();
  if (subject.test == nullptr) return fmt::format("{}{}", program, subject.part);
  return fmt::format("{}: {}: {}{}", program, subject.test->name,
                     scenario_text(*subject.scenario, *subject.test), subject.part);
}

// The number of inconsistent histories that are explained with --keep-going. Further ones are counted, but
// their causes are not told apart.
constexpr std::size_t kMostExplained = 1'000;

class Explorer {
 public:
  Explorer(const Subject& subject, const ExplorationRequest& request, const ExplorationWatch& watch)
      : subject_(subject),
        request_(request),
        watch_(watch),
        setup_(setup_of(subject, request)),
        plan_(plan_exploration(request)),
        limits_(request, watch) {
    setup_.options.memory_model = model_asked(request);
    report_.memory_model = setup_.options.memory_model.value_or(MemoryModel::sc);
    // Histories and outputs tell where the program ended. And who reads the set of all histories or executions wants all of them.
    if (subject.judge != nullptr || request.outputs) setup_.options.cuts.end = false;
    if (request.outputs) setup_.options.cuts.symmetry = false;
    if (!request.output.empty() || !request.observations.empty() || request.count_conflict_cycles)
      setup_.options.cuts = {.loops = request.cut_histories && setup_.options.cuts.loops};
    if (setup_.options.memory_model && subject.test != nullptr && subject.test->most_crashes() != 0)
      throw InputError(
          "--strategy graphs and --memory-model: tests with crashes are explored as interleavings only");
    if (subject.collection != nullptr && !request.checkpoint.empty())
      throw InputError(
          "--histories and --checkpoint: a continued run does not have the histories of the earlier run; "
          "give one of "
          "them");
    if (request.count_conflict_cycles && !request.checkpoint.empty())
      throw InputError("--experiment conflict-serializability and --checkpoint: give one of them");
    if (request.count_conflict_cycles && subject.judge != nullptr) report_.conflict_alarms.emplace();
    if (request.report_non_sc) report_.non_sc.emplace();
    report_.suppressions = request.suppressions;
    if (!request.suppressions.empty()) {
      if (request.execution.races != runtime::Races::report)
        throw InputError(
            "--suppressions goes with --races=report: explore reports no race, and off looks for none");
      setup_.options.races = runtime::Races::report_new;
    }
    if (request.outputs && !request.checkpoint.empty())
      throw InputError(
          "--outputs and --checkpoint: a continued run does not have the outputs of the earlier run; give "
          "one of "
          "them");
    if (!request.checkpoint.empty())
      file_.emplace(request.checkpoint, name_of(subject),
                    identity_of(subject.program, request, LimitOfExecutions::is_no_part));
  }

  ExploredProgram run() {
    load_checkpoint();
    subject_.program.give_up_when([this] { return limits_.is_over(); });
    try {
      do {
        worker_ = subject_.program.fork();
        explore_in(*worker_);
      } while (starts_again() || goes_on_elsewhere());
    } catch (const RunIsOver&) {
      give_up();
    }
    if (end_ && !suppressed_ && (!stopped_.empty() || came_to_its_end())) save_checkpoint(*end_);
    report_.lists_outputs = request_.outputs;
    report_.racy_places = setup_.options.racy_places.size();
    report_.weak_orders = weak_order_places(not_covered_.weak_orders, subject_.program.modules());
    report_.unseen_code = unseen_places(not_covered_, subject_.program.modules());
    report_.unordered_looks = unordered_look_places(not_covered_.unordered_looks, subject_.program.modules());
    report_.cuts = cut_loops(cuts_, subject_.program.modules());
    report_.seconds = elapsed();
    report_.cpu_seconds = processor_seconds();
    if (subject_.judge != nullptr) {
      report_.histories = histories();
      report_.inconsistent = subject_.judge->inconsistent_histories();
      report_.paper = subject_.judge->paper_effort();
      report_.examples = subject_.judge->examples();
    }
    report_.progress = progress_.finish(sample());
    conclude();
    subject_.program.give_up_when(watch_.interrupted);
    return std::move(report_);
  }

 private:
  void give_up() {
    stopped_ = limits_.reason();
    subject_.program.forget_specifications();
  }

  void load_checkpoint() {
    const std::optional<std::string> saved = file_ ? file_->load() : std::nullopt;
    if (!saved) return;
    try {
      earlier_ = checkpoint_from(*saved);
      if (subject_.judge != nullptr) subject_.judge->load(earlier_.histories);
    } catch (const InputError& error) {
      throw file_->damaged(error.what());
    }
    position_ = earlier_.position;
    report_.reason = earlier_.reason;
    report_.longest = earlier_.longest;
    found_ = earlier_.found;
    not_covered_ = earlier_.not_covered;
    setup_.options.racy_places = earlier_.racy_places;
    setup_.options.cuts = earlier_.cuts;
    for (std::size_t i = 0; i < std::min(report_.suppressions.size(), earlier_.suppressed.size()); ++i)
      report_.suppressions[i].races = earlier_.suppressed[i];
    keep_last_stage();
  }

  // Then the next run knows the result at once. A stage that comes before others has no position that counts.
  bool came_to_its_end() const { return !decided_ && (plan_.in_turns || plan_.stages.size() == 1); }

  // REQUIRES: all messages up to this standing were processed, and none that came after it.
  void save_checkpoint(const ExplorationEnd& standing) const {
    if (!file_ || !standing.position) return;
    std::vector<FoundFailure> found = found_;
    if (!end_) add_counts(found, standing);
    runtime::NotCovered not_covered = not_covered_;
    not_covered.add(standing.not_covered);
    std::vector<std::uint64_t> suppressed;
    for (const Suppression& one : report_.suppressions) suppressed.push_back(one.races);
    file_->save(
        to_line({*standing.position, found, standing.racy_places, standing.cuts_that_hold,
                 std::move(not_covered), elapsed(), processor_seconds() + (end_ ? 0 : standing.cpu_seconds),
                 subject_.judge != nullptr ? subject_.judge->save() : "", report_.reason,
                 std::move(suppressed), report_.longest}));
  }

  // The conversation with the process that explores.
  void explore_in(Worker& worker) {
    constexpr int kGlance = 20;  // milliseconds
    end_.reset();
    recorded_.clear();
    found_by_message_.clear();
    stop_asked_ = suppressed_ = false;
    first_stage_ = report_.stages.size();
    worker.send(Ask::explore, order());
    while (!end_) {
      std::optional<Connection::Message> message = worker.receive(kGlance);
      if (message && !hear(worker, *message)) return;
      look_up(worker);
    }
  }

  ExploreOrder order() const {
    ExploreOrder order;
    order.setup = setup_;
    order.stages = plan_.stages;
    order.in_turns = plan_.in_turns;
    order.most_executions = request_.executions;
    order.keep_going = request_.keep_going;
    order.judged = subject_.judge != nullptr;
    order.in_step = subject_.collection != nullptr;
    order.finds_cycles = request_.count_conflict_cycles;
    if (subject_.judge != nullptr && subject_.collection == nullptr && !order.finds_cycles)
      order.known = subject_.judge->decided();
    order.position = position_;
    order.saved = !request_.checkpoint.empty();
    order.outputs = request_.outputs;
    order.lists_non_sc = request_.report_non_sc;
    return order;
  }

  // Returns false if no more messages are needed.
  bool hear(Worker& worker, Connection::Message& message) {
    const auto kind = static_cast<Tell>(message.kind);
    if (kind == Tell::ended) {
      end_ = worker.body<ExplorationEnd>(message);
      program_seconds_ += end_->cpu_seconds;
      for (const auto& [calls, times] : end_->cuts) cuts_[calls] += times;
      watch_.met_orders(end_->order_sites);
      not_covered_.add(end_->not_covered);
      if (suppressed_) return true;
      for (const auto& [text, executions] : end_->outputs) report_.outputs[text] += executions;
      if (report_.non_sc) note_non_sc(*end_);
      if (!decided_) conclude_counts(*end_);
      return true;
    }
    if (decided_ || suppressed_) return true;
    if (kind == Tell::recorded && subject_.judge != nullptr) {
      note(worker.body<RecordedExecution>(message));
      if (subject_.collection != nullptr && !decided_) worker.send(Ask::go_on);
    } else if (kind == Tell::found) {
      note(worker.body<FoundEnding>(message));
    } else if (kind == Tell::progress) {
      note_progress(worker.body<StageCount>(message));
    } else if (kind == Tell::stage_over) {
      note(worker.body<StageOver>(message));
    } else if (kind == Tell::standing) {
      pace_.now_and_then([&] { save_checkpoint(worker.body<ExplorationEnd>(message)); });
    } else if (kind == Tell::restarted) {
      restart(worker.body<Restart>(message));
    } else {
      worker.refuse(fmt::format("message {} came while it explored", message.kind));
    }
    if (decided_ || suppressed_) ask_to_stop(worker);
    return true;
  }

  // Checks the clock, the memory and Ctrl-C from time to time. A process that does not stop when it is asked
  // to is killed.
  void look_up(Worker& worker) {
    constexpr auto kInterval = std::chrono::milliseconds(20);
    const Clock::time_point now = Clock::now();
    if (now - looked_up_ < kInterval) return;
    looked_up_ = now;
    if (stop_asked_) {
      if (now - stop_asked_at_ < kTimeToEnd) return;
      worker.kill();
      end_.emplace();
      end_->why = WhyEnded::stopped;
      if (!decided_ && !suppressed_) stopped_ += ", and the program did not answer any more";
      return;
    }
    const std::string reason = limits_.reached(worker);
    if (reason.empty()) return;
    const bool beyond = !report_.stages.empty() && planned_of(report_.stages.size() - 1).beyond_plan;
    if (!beyond || watch_.interrupted()) stopped_ = reason;
    ask_to_stop(worker);
  }

  void ask_to_stop(Worker& worker) {
    if (stop_asked_) return;
    stop_asked_ = true;
    stop_asked_at_ = Clock::now();
    worker.send(Ask::stop);
  }

  void note_count(const StageCount& count) {
    if (count.stage >= plan_.stages.size()) worker_->refuse("it explored what it was not asked for");
    while (report_.stages.size() <= first_stage_ + count.stage) {
      report_.stages.push_back(stage_of(planned_of(report_.stages.size())));
    }
    Stage& stage = stage_at(count);
    stage.executions = count.executions;
    stage.blocked = count.blocked;
    stage.redundant = count.redundant;
    stage.cut = count.cut;
    stage.histories = count.histories;
    stage.orders = count.orders;
    report_.longest = std::max(report_.longest, count.longest);
    report_.share = count.share;
  }

  void note(const RecordedExecution& one) {
    note_count(one.count);
    Recorded& recorded = recorded_.emplace_back();
    if (subject_.collection != nullptr) {
      recorded.number = subject_.collection->met(
          one.key, [&] { return subject_.judge->history(one.recording, one.ended); });
    }
    // One failure of each cause is shown, so these are explained.
    const bool by_cause = request_.keep_going && explained_ < kMostExplained;
    const Detail detail = found_.empty() || by_cause ? Detail::explained : Detail::verdict;
    std::optional<CheckedHistory> report = subject_.judge->judge(one.recording, one.ended, detail);
    if (!one.cycle.empty()) note_alarm(one, !report);
    if (!report) return;
    if (unknown(report->verdict)) {
      report_.reason = std::get<Unknown>(report->verdict).reason;
      return;
    }
    explained_ += by_cause;
    const std::uint64_t cause = by_cause ? cause_of(*report) : 0;
    auto same = std::ranges::find_if(found_, [&](const FoundFailure& f) {
      return f.kind == EndingKind::inconsistent && (f.place == cause || cause == 0);
    });
    if (same == found_.end()) {
      add_found(EndingKind::inconsistent, cause, one.schedule, one.count).history = std::move(report);
      same = found_.end() - 1;
    } else if (!decided_ && request_.keep_going) {
      ++same->count;  // until the true count is known
    }
    recorded.failure = static_cast<std::size_t>(same - found_.begin());
    decided_ = !request_.keep_going;
  }

  void note_alarm(const RecordedExecution& one, bool is_false) {
    recorded_.back().alarm = true;
    recorded_.back().false_alarm = is_false;
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

  // Whether the user suppressed this race. If so, its accesses are steps when the exploration starts again.
  bool suppress(const runtime::ExecutionEnding& ending) {
    const auto* race = std::get_if<runtime::DataRace>(&ending.what);
    if (race == nullptr || report_.suppressions.empty()) return false;
    const auto found = RaceSuppressions(subject_.program.modules()).find(*race, report_.suppressions);
    std::set<CodeOffset> places(setup_.options.racy_places.begin(), setup_.options.racy_places.end());
    const std::size_t known = places.size();
    places.insert({race->earlier.place, race->later.place});
    if (!found || places.size() == known) return false;
    ++report_.suppressions[*found].races;
    restart({{places.begin(), places.end()}, setup_.options.cuts});
    return suppressed_ = true;
  }

  void note(const FoundEnding& one) {
    if (suppress(one.ending)) return;
    note_count(one.count);
    const EndingKind kind = runtime::kind_of(one.ending);
    const auto* limit = std::get_if<runtime::LimitReached>(&one.ending.what);
    const bool harmless = limit != nullptr && limit->limit != runtime::Limit::time_in_step;
    auto same = std::ranges::find_if(
        found_, [&](const FoundFailure& f) { return f.kind == kind && f.place == one.place; });
    if (same == found_.end()) {
      FoundFailure& found = add_found(kind, one.place, one.schedule, one.count);
      if (kind == EndingKind::nondeterminism || limit != nullptr) found.failure = without_trace(kind, one);
      same = found_.end() - 1;
    }
    found_by_message_.push_back(static_cast<std::size_t>(same - found_.begin()));
    if (!harmless && !(request_.keep_going && kind != EndingKind::nondeterminism)) decided_ = true;
  }

  void note(const StageOver& over) {
    note_count(over.count);
    stage_at(over.count).finished = over.finished;
    stage_at(over.count).complete = over.complete;
    if (!over.gave_up.empty()) stopped_ = over.gave_up;
  }

  void note_progress(const StageCount& count) {
    note_count(count);
    progress_.add(sample());
    const StrategyKind strategy = plan_.in_turns ? StrategyKind::automatic : stage_at(count).strategy;
    watch_.progress({strategy, sample().executions, histories(), elapsed(), count.share});
  }

  void restart(const Restart& with) {
    setup_.options.racy_places = with.racy_places;
    setup_.options.cuts = with.cuts;
    report_.stages.resize(first_stage_);
    progress_ = {};
    if (report_.conflict_alarms) report_.conflict_alarms.emplace();
    has_false_alarm_ = false;
    found_.clear();
    recorded_.clear();
    found_by_message_.clear();
  }

  // Adds how often each failure happened.
  void add_counts(std::vector<FoundFailure>& found, const ExplorationEnd& end) const {
    for (std::size_t i = 0; i < found_by_message_.size() && i < end.times_found.size(); ++i) {
      found[found_by_message_[i]].count += end.times_found[i] - 1;
    }
    for (std::size_t i = 0; i < recorded_.size() && i < end.times_recorded.size(); ++i) {
      if (recorded_[i].failure) found[*recorded_[i].failure].count += end.times_recorded[i] - 1;
    }
  }

  void conclude_counts(const ExplorationEnd& end) {
    add_counts(found_, end);
    for (std::size_t i = 0; i < recorded_.size() && i < end.times_recorded.size(); ++i) {
      if (recorded_[i].number) subject_.collection->add(*recorded_[i].number, end.times_recorded[i]);
      if (!report_.conflict_alarms) continue;
      report_.conflict_alarms->executions += end.times_recorded[i];
      if (recorded_[i].alarm) report_.conflict_alarms->alarms += end.times_recorded[i];
      if (recorded_[i].false_alarm) report_.conflict_alarms->false_ones += end.times_recorded[i];
    }
    if (end.why == WhyEnded::executions)
      stopped_ = fmt::format("limit of {} executions reached", *request_.executions);
  }

  // After a suppressed race: with more steps there are more executions, so it starts again from the first
  // one.
  bool starts_again() {
    if (!suppressed_ || !stopped_.empty()) return false;
    position_.clear();
    plan_ = plan_exploration(request_);
    return true;
  }

  // A signal came in the middle of library code, and the process is in an unknown state. Another process
  // continues where this one stood, if the strategy can say where that is; otherwise a preliminary stage ends
  // here.
  bool goes_on_elsewhere() {
    if (!end_ || end_->why != WhyEnded::tainted || decided_ || !stopped_.empty()) return false;
    const PlannedStage& last = planned_of(report_.stages.size() - 1);
    if (end_->position) {
      position_ = *end_->position;
      report_.stages.resize(plan_.in_turns ? first_stage_ : report_.stages.size() - 1);
    } else if (!last.share_of_executions) {
      stopped_ = "a signal came in the midst of library code, and no other process could go on";
      return false;
    }
    setup_.options.racy_places = end_->racy_places;
    setup_.options.cuts = end_->cuts_that_hold;
    keep_last_stage();
    return true;
  }

  // Earlier stages are finished, unless the stages take turns.
  void keep_last_stage() {
    if (!plan_.in_turns) plan_.stages.erase(plan_.stages.begin(), plan_.stages.end() - 1);
  }
  const PlannedStage& planned_of(std::size_t stage) const { return plan_.stages[stage - first_stage_]; }
  Stage& stage_at(const StageCount& count) { return report_.stages[first_stage_ + count.stage]; }
  FoundFailure& add_found(EndingKind kind, std::uint64_t place, const Schedule& schedule,
                          const StageCount& count) {
    FoundFailure& found = found_.emplace_back();
    found.kind = kind;
    found.place = place;
    found.schedule = schedule;
    found.number = count.number;
    found.shortest = count.shortest_first;
    if (found_.size() == 1) found_by_ = first_stage_ + count.stage;
    return found;
  }

  // Repeats the first execution. Executions that share no choices are not compared otherwise.
  void repeat_first() {
    if (!end_ || end_->first_steps.empty() || end_->why == WhyEnded::tainted || stop_asked_ ||
        limits_.reached())
      return;
    ReplayOrder order{setup_, end_->first, false, false, end_->first_steps};
    worker_->send(Ask::replay, order);
    ReplayedExecution again = worker_->expect<ReplayedExecution>(Tell::replayed);
    if (std::holds_alternative<runtime::LimitReached>(again.ending.what)) return;  // no evidence
    if (again.steps != end_->first_steps) again.ending.what = runtime::Nondeterminism{again.ending.thread};
    const EndingKind kind = runtime::kind_of(again.ending);
    if (kind != EndingKind::nondeterminism) return;
    FoundFailure& found = add_found(kind, runtime::place_of(again.ending), end_->first, {});
    FoundEnding seen;
    seen.ending = again.ending;
    seen.schedule = end_->first;
    seen.output = again.output;
    found.failure = without_trace(kind, seen);
  }

  void conclude() {
    try {
      if (found_.empty()) repeat_first();
    } catch (const RunIsOver&) {
      give_up();
    }
    worker_.reset();
    Confirmation confirmation(subject_, request_, setup_, [this] { return limits_.reached(); });
    bool seen_all = true;
    for (const FoundFailure& found : found_) {
      Failure failure = request_.verdict_only ? unconfirmed(found) : confirmation.confirm(found);
      if (failure.kind == EndingKind::nondeterminism) seen_all = false;
      if (is_failure(failure.kind)) {
        report_.failures.push_back(std::move(failure));
      } else {
        report_.reason = failure.sentence;
        seen_all = false;
      }
    }
    if (report_.stages.empty()) report_.stages.push_back(stage_of(plan_.stages.front()));
    if (plan_.in_turns) put_last_what_decides();
    // The strategy came to the end of its plan, but some executions were cut short: not everything was seen.
    Stage& last = report_.stages.back();
    if (!seen_all) last.complete = false;
    report_.stopped = !stopped_.empty();
    if (report_.stopped && report_.reason.empty()) report_.reason = stopped_;
    if (subject_.judge == nullptr && end_ && end_->calls_recorded && report_.reason.empty())
      report_.reason = "The calls that main recorded were not judged: say with --spec what they promise.";
    if (const std::string bound = bound_of_complete(); last.complete && !bound.empty()) {
      last.complete = false;
      last.bound = bound;
    }
    if (last.complete || !stopped_.empty()) return;
    for (const Stage& stage : report_.stages) {
      if (stage.finished && !stage.bound.empty()) report_.within = stage.bound;
    }
  }

  // The bound within which all executions were seen; empty if there is no bound.
  std::string bound_of_complete() const {
    std::string bound;
    if (!report_.unordered_looks.empty()) bound = "one order of clock readings";
    if (!report_.unseen_code.empty())
      bound += bound.empty() ? "the accesses that are seen" : " and the accesses that are seen";
    return bound;
  }

  // If stages took turns, the stage that came to the end of the space decides, or else the one that found the
  // first failure.
  void put_last_what_decides() {
    std::vector<Stage>& all = report_.stages;
    auto deciding = std::ranges::find(all, true, &Stage::complete);
    if (deciding == all.end() && !report_.failures.empty() && found_by_ < all.size())
      deciding = all.begin() + static_cast<std::ptrdiff_t>(found_by_);
    if (deciding != all.end()) std::rotate(deciding, deciding + 1, all.end());
    const Stage last = all.back();
    all.pop_back();
    std::erase_if(all, [](const Stage& stage) { return stage.executions == 0; });
    all.push_back(last);
  }

  // The same choices may lead elsewhere in the next process, too, so the failure is reported as it was seen.
  // And a user does not want to see all steps of an execution that reached a limit.
  Failure without_trace(EndingKind kind, const FoundEnding& one) const {
    Failure failure = in_words(kind, {one.ending, {}, subject_.program.modules(), {}});
    if (kind == EndingKind::nondeterminism) failure.sentence += advice_on_nondeterminism(setup_);
    failure.schedule = one.schedule.to_text();
    failure.output = one.output;
    failure.found_at = one.count.number;
    return failure;
  }

  void note_non_sc(const ExplorationEnd& end) {
    report_.non_sc->executions += end.non_sc;
    for (const Schedule& schedule : end.non_sc_schedules)
      report_.non_sc->shown.push_back({schedule.to_text(), ""});
  }

  static Failure unconfirmed(const FoundFailure& found) {
    if (found.failure) return *found.failure;
    Failure failure;
    failure.kind = found.kind;
    failure.sentence = name_of(found.kind);
    return failure;
  }

  ProgressSample sample() const {
    ProgressSample now{elapsed(), 0, histories()};
    for (const Stage& stage : report_.stages) now.executions += stage.executions;
    return now;
  }

  double processor_seconds() const {
    return earlier_.cpu_seconds + cpu_seconds() - cpu_start_ + program_seconds_;
  }
  double elapsed() const {
    return earlier_.seconds + std::chrono::duration<double>(Clock::now() - start_).count();
  }
  std::uint64_t histories() const {
    return subject_.judge != nullptr ? subject_.judge->distinct_histories() : 0;
  }

  const Subject& subject_;
  const ExplorationRequest& request_;
  const ExplorationWatch& watch_;
  Setup setup_;
  ExplorationPlan plan_;
  ExplorationLimits limits_;

  std::optional<CheckpointFile> file_;
  Pace pace_;                      // of writing the checkpoint
  ExplorationCheckpoint earlier_;  // the work of earlier runs
  std::string position_;           // of the strategy of the last stage
  ExploredProgram report_;
  std::vector<FoundFailure> found_;
  // By message since the last restart: the failure that it belongs to, if any, and its number in the
  // collection.
  struct Recorded {
    std::optional<std::size_t> failure, number;
    bool alarm = false, false_alarm = false;  // of conflict serializability
  };
  std::vector<Recorded> recorded_;
  bool has_false_alarm_ = false;  // to show
  std::vector<std::size_t> found_by_message_;
  std::size_t found_by_ = 0;     // the stage that found the first failure, in report_.stages
  std::size_t first_stage_ = 0;  // of the process that explores, in report_.stages
  std::size_t explained_ = 0;    // inconsistent histories, to tell their causes apart
  bool decided_ = false;         // later messages are no part of the result
  bool suppressed_ = false;      // the last race was suppressed, so this process explores too few steps
  bool stop_asked_ = false;
  Clock::time_point stop_asked_at_{};
  std::optional<ExplorationEnd> end_;
  std::string stopped_;  // why the exploration ended early; empty if it did not
  ProgressSamples progress_;
  std::unique_ptr<Worker> worker_;
  double program_seconds_ = 0;                        // CPU time of the processes that explored
  runtime::NotCovered not_covered_;                   // by these processes and earlier runs
  std::map<runtime::CallStack, std::uint64_t> cuts_;  // where threads of these processes were cut
  Clock::time_point start_ = Clock::now();
  Clock::time_point looked_up_ = start_;
  double cpu_start_ = cpu_seconds();
};

}  // namespace

Setup setup_of(const Subject& subject, const ExplorationRequest& request) {
  Setup setup;
  setup.program = subject.program.fingerprint();
  setup.arguments = {subject.program.path()};
  setup.arguments.insert(setup.arguments.end(), request.arguments.begin(), request.arguments.end());
  setup.options = request.execution;
  if (subject.test != nullptr) {
    setup.test = subject.program.number_of(*subject.test);
    setup.scenario = *subject.scenario;
  }
  return setup;
}

ExploredProgram explore(const Subject& subject, const ExplorationRequest& request,
                        const ExplorationWatch& watch) {
  return Explorer(subject, request, watch).run();
}

}  // namespace linnet
