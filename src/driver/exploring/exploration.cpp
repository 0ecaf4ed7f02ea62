// Explorer: asks processes for turns, merges what they tell, and starts again where that is needed.
#include "driver/exploring/exploration.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <deque>
#include <filesystem>
#include <memory>
#include <ranges>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/pace.hpp"
#include "driver/exploring/checkpoint_file.hpp"
#include "driver/exploring/exploration_checkpoint.hpp"
#include "driver/exploring/exploration_limits.hpp"
#include "driver/exploring/exploration_plan.hpp"
#include "driver/exploring/findings.hpp"
#include "driver/exploring/identity.hpp"
#include "driver/exploring/lane.hpp"
#include "driver/exploring/progress_samples.hpp"
#include "driver/program/scenario_text.hpp"

namespace linnet {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGlance(20);

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

void refuse_what_does_not_go_together(const Subject& subject, const ExplorationRequest& request) {
  if (model_asked(request) && subject.test != nullptr && subject.test->most_crashes() != 0)
    throw InputError(
        "--strategy graphs and --memory-model: tests with crashes are explored as interleavings only");
  if (subject.collection != nullptr && !request.checkpoint.empty())
    throw InputError(
        "--histories and --checkpoint: a continued run does not have the histories of the earlier run; "
        "give one of them");
  if (request.count_conflict_cycles && !request.checkpoint.empty())
    throw InputError("--experiment conflict-serializability and --checkpoint: give one of them");
  if (!request.suppressions.empty() && request.execution.races != runtime::Races::report)
    throw InputError(
        "--suppressions goes with --races=report: explore reports no race, and off looks for none");
  if (request.outputs && !request.checkpoint.empty())
    throw InputError(
        "--outputs and --checkpoint: a continued run does not have the outputs of the earlier run; "
        "give one of them");
}

Setup setup_for(const Subject& subject, const ExplorationRequest& request) {
  refuse_what_does_not_go_together(subject, request);
  Setup setup = setup_of(subject, request);
  runtime::RuntimeOptions& options = setup.options;
  options.memory_model = model_asked(request);
  // Histories and outputs tell where the program ended. And who reads the set of all histories or executions wants all of them.
  if (subject.judge != nullptr || request.outputs) options.cuts.end = false;
  if (request.outputs) options.cuts.symmetry = false;
  if (!request.output.empty() || !request.observations.empty() || request.count_conflict_cycles)
    options.cuts = {.loops = request.cut_histories && options.cuts.loops};
  if (!request.suppressions.empty()) options.races = runtime::Races::report_new;
  return setup;
}

class Explorer {
 public:
  Explorer(const Subject& subject, const ExplorationRequest& request, const ExplorationWatch& watch)
      : subject_(subject),
        request_(request),
        watch_(watch),
        jobs_(request.jobs != 0 ? request.jobs : std::max(1u, std::thread::hardware_concurrency())),
        setup_(setup_for(subject, request)),
        plan_(plan_exploration(request)),
        turns_(turns_of(plan_, request)),
        limits_(request, watch),
        findings_(subject, request, watch, plan_, setup_) {
    if (!request.checkpoint.empty())
      file_.emplace(request.checkpoint, name_of(subject),
                    identity_of(subject.program, request, LimitOfExecutions::is_no_part));
  }

  ExploredProgram run() {
    positions_.resize(plan_.stages.size());
    load_checkpoint();
    if (subject_.judge != nullptr && subject_.collection == nullptr && !request_.count_conflict_cycles)
      known_ = subject_.judge->decided();
    subject_.program.give_up_when([this] { return limits_.is_over(); });
    try {
      do {
        explore();
      } while (starts_again());
      if (!findings_.has_failures()) repeat_first();
    } catch (const RunIsOver&) {
      give_up();
    }
    if (!findings_.stopped.empty() || findings_.is_complete()) save_at_the_end();
    lanes_.clear();
    const double seconds = elapsed(), cpu = processor_seconds();
    std::vector<ProgressSample> progress = progress_.finish(findings_.sample(seconds));
    ExploredProgram report = findings_.conclude(std::move(progress), [this, explored = Clock::now()] {
      return limits_.reached() || is_half_of_the_rest_over(explored);
    });
    report.seconds = seconds;
    report.cpu_seconds = cpu;
    subject_.program.give_up_when(watch_.interrupted);
    return report;
  }

 private:
  // A turn that was decided, and is not merged yet.
  struct Turn {
    TurnOrder order;
    std::size_t lane = 0;
    bool asked = false;
  };

  void give_up() {
    findings_.stopped = limits_.reason();
    subject_.program.forget_specifications();
  }

  void load_checkpoint() {
    const std::optional<std::string> saved = file_ ? file_->load() : std::nullopt;
    if (!saved) return;
    try {
      earlier_ = checkpoint_from(*saved);
      if (earlier_.positions.size() != plan_.stages.size()) throw InputError("damaged");
      turns_.load(earlier_.turns);
      if (subject_.judge != nullptr) subject_.judge->load(earlier_.histories);
    } catch (const InputError& error) {
      throw file_->damaged(error.what());
    }
    positions_ = earlier_.positions;
    findings_.load(earlier_);
    setup_.options.racy_places = earlier_.racy_places;
    setup_.options.cuts = earlier_.cuts;
    for (std::size_t i = 0; i < plan_.stages.size(); ++i) findings_.note_brought(i, turns_.members()[i]);
  }

  // REQUIRES: the positions are those after the turns that are merged.
  void save_checkpoint() const {
    ExplorationCheckpoint checkpoint;
    checkpoint.turns = turns_.save();
    checkpoint.positions = positions_;
    checkpoint.racy_places = setup_.options.racy_places;
    checkpoint.cuts = setup_.options.cuts;
    checkpoint.seconds = elapsed();
    checkpoint.cpu_seconds = processor_seconds();
    if (subject_.judge != nullptr) checkpoint.histories = subject_.judge->save();
    findings_.save(checkpoint);
    file_->save(to_line(checkpoint));
  }

  // All lanes have ended. If all is known, where they are is of no interest; otherwise everything that they told must be merged.
  void save_at_the_end() {
    if (!file_) return;
    if (findings_.is_complete()) return save_checkpoint();
    if (!all_is_merged_) return;
    for (std::size_t stage = 0; stage < plan_.stages.size(); ++stage) {
      const Lane* lane = lanes_[lane_of(stage)].get();
      if (lane == nullptr) continue;  // it is where it was
      if (!lane->end() || lane->end()->positions.size() <= stage || !lane->end()->positions[stage]) return;
      positions_[stage] = *lane->end()->positions[stage];
    }
    save_checkpoint();
  }

  // To save while it runs, it waits until all turns that were asked for are merged. Turns are merged in order, so those
  // decided before them are still asked for.
  void save_now_and_then() {
    if (!file_) return;
    pace_.now_and_then([this] {
      pauses_ = true;
      while (!is_over_ && !stops_ && std::ranges::any_of(decided_, &Turn::asked)) go_on();
      pauses_ = false;
      if (is_over_ || stops_) return;
      for (std::size_t stage = 0; stage < plan_.stages.size(); ++stage) {
        Lane* lane = lanes_[lane_of(stage)].get();
        if (lane != nullptr && !ask_for_position(*lane, stage)) return;
      }
      save_checkpoint();
    });
  }

  bool ask_for_position(Lane& lane, std::size_t stage) {
    lane.ask({0, static_cast<std::uint32_t>(stage), true});
    while (lane.is_busy() && !lane.is_over() && !limits_.is_over()) {
      wait_for_any(lanes_, kGlance);
      lane.listen();
    }
    while (std::optional<Lane::Message> message = lane.next()) {
      const auto* over = std::get_if<TurnOver>(&*message);
      if (over == nullptr || over->positions.size() <= stage || !over->positions[stage]) continue;
      positions_[stage] = *over->positions[stage];
      return true;
    }
    return false;
  }

  // All turns, or those up to where it must start again.
  void explore() {
    lanes_.clear();
    lanes_.resize(plan_.in_turns ? plan_.stages.size() : 1);
    told_.assign(lanes_.size(), {});
    decided_.clear();
    is_over_ = stops_ = starts_again_ = all_is_merged_ = false;
    if (findings_.is_complete()) return;  // as an earlier run found out
    decide();
    while (!is_over_) {
      save_now_and_then();
      go_on();
    }
    end_lanes();
  }

  void go_on() {
    if (!stops_) ask_for_turns();
    wait_for_any(lanes_, kGlance);
    for (const auto& lane : lanes_) {
      if (lane != nullptr) lane->listen();
    }
    merge();
    look_up();
  }

  // Turns of the opening are for the first process, and then it has the last strategy; each of the others has a process
  // of its own.
  std::size_t lane_of(std::size_t stage) const {
    const bool alone = !plan_.in_turns || stage + 1 == plan_.stages.size();
    return alone || turns_.merged() < Turns::kOpeningTurns ? 0 : stage + 1;
  }

  void decide() {
    while (const std::optional<Turns::Turn> turn = turns_.decide()) {
      const auto stage = static_cast<std::uint32_t>(turn->member);
      const bool moves_on = plan_.in_turns && turn->member + 1 != plan_.stages.size();
      decided_.push_back({{turn->executions, stage, moves_on && lane_of(stage) == 0}, lane_of(stage)});
    }
    if (!decided_.empty()) return;
    if (turns_.are_used_up() && !plan_.stages.back().beyond_plan)
      findings_.stopped = fmt::format("limit of {} executions reached", *request_.executions);
    is_over_ = all_is_merged_ = true;
  }

  // As many processes as there are jobs have turns to run. A process that runs may as well have more of them.
  void ask_for_turns() {
    auto busy = static_cast<unsigned>(
        std::ranges::count_if(lanes_, [](const auto& lane) { return lane != nullptr && lane->is_busy(); }));
    for (Turn& turn : decided_ | std::views::take(turns_to_ask_for())) {
      if (turn.asked) continue;
      std::unique_ptr<Lane>& lane = lanes_[turn.lane];
      const bool is_busy = lane != nullptr && lane->is_busy();
      if (!is_busy && busy == jobs_) continue;
      if (lane == nullptr) lane = std::make_unique<Lane>(subject_.program.fork(), order());
      lane->ask(turn.order);
      turn.asked = true;
      if (!is_busy) ++busy;
    }
  }

  // A checkpoint waits for turns that were asked for, and for all before them.
  std::size_t turns_to_ask_for() const {
    if (!pauses_) return file_ ? 4 : Turns::kAhead;
    const auto last = std::ranges::find_if(decided_ | std::views::reverse, &Turn::asked);
    return static_cast<std::size_t>(last.base() - decided_.begin());
  }

  ExploreOrder order() const {
    ExploreOrder order;
    order.setup = setup_;
    order.stages = plan_.stages;
    for (std::size_t i = 0; i < order.stages.size(); ++i) {
      order.stages[i].position = positions_[i];
      order.stages[i].executions = turns_.members()[i].executions;
    }
    order.in_turns = plan_.in_turns;
    order.keep_going = request_.keep_going;
    order.judged = subject_.judge != nullptr;
    order.in_step = subject_.collection != nullptr;
    order.finds_cycles = request_.count_conflict_cycles;
    order.known = known_;
    order.saved = file_.has_value();
    order.outputs = request_.outputs;
    order.lists_non_sc = request_.report_non_sc;
    return order;
  }

  // Merges the turns that are there, in the order in which they were decided. What is never answered is left out.
  void merge() {
    while (!is_over_ && !decided_.empty()) {
      const std::size_t number = decided_.front().lane;
      Lane* const lane = lanes_[number].get();
      std::optional<Lane::Message> message = lane != nullptr ? lane->next() : std::nullopt;
      if (message) {
        std::visit([&](auto& one) { hear(*lane, told_[number], one); }, *message);
      } else if (stops_ && (lane == nullptr || lane->is_over())) {
        decided_.pop_front();
      } else {
        return;
      }
      look_up();
    }
    if (stops_ && decided_.empty()) is_over_ = all_is_merged_ = true;
  }

  // The number of an execution, among all of the stage, or of those that take turns.
  std::uint64_t number_of(const StageCount& count) const {
    return (plan_.in_turns ? turns_.executions() : turns_.members()[count.stage].executions) + count.number;
  }
  void require_turn(Lane& lane, const StageCount& count) const {
    if (count.stage != decided_.front().order.stage) lane.refuse("it explored what it was not asked for");
  }

  void hear(Lane& lane, ToldByProcess& told, const RecordedExecution& one) {
    require_turn(lane, one.count);
    if (subject_.judge == nullptr) lane.refuse("it recorded what nobody judges");
    findings_.note(told, one, number_of(one.count));
    is_over_ = findings_.is_decided();
    if (subject_.collection != nullptr && !is_over_) lane.go_on();
  }

  void hear(Lane& lane, ToldByProcess& told, const FoundEnding& one) {
    require_turn(lane, one.count);
    if (findings_.suppresses(one.ending, setup_.options.racy_places)) {
      is_over_ = starts_again_ = true;
      return;
    }
    findings_.note(told, one, number_of(one.count));
    is_over_ = findings_.is_decided();
  }

  void hear(Lane&, ToldByProcess& told, const Seen& seen) { findings_.note(told, seen); }

  void hear(Lane& lane, ToldByProcess&, const StageCount& count) {
    require_turn(lane, count);
    findings_.note(count);
  }

  void hear(Lane& lane, ToldByProcess& told, TurnOver& over) {
    require_turn(lane, over.count);
    if (over.executions > decided_.front().order.executions) lane.refuse("a turn was longer than it may be");
    const std::size_t stage = over.count.stage;
    if (over.why == WhyTurnEnded::starts_again) {
      setup_.options.racy_places = over.racy_places;
      setup_.options.cuts = over.cuts_that_hold;
      is_over_ = starts_again_ = true;
      return;
    }
    findings_.note(told, over);
    turns_.merge(
        {over.executions, findings_.histories_of_turn(), findings_.count_new_orders(over.orders), over.over});
    findings_.note_brought(stage, turns_.members()[stage]);
    for (std::size_t i = 0; i < std::min(over.positions.size(), positions_.size()); ++i) {
      if (over.positions[i]) positions_[i] = *over.positions[i];
    }
    const std::size_t lane_number = decided_.front().lane;
    decided_.pop_front();
    if (!over.gave_up.empty()) findings_.stopped = over.gave_up;
    if (over.why == WhyTurnEnded::complete || (!plan_.in_turns && !over.gave_up.empty())) is_over_ = true;
    if (over.why == WhyTurnEnded::tainted && !stops_) go_on_elsewhere(lane_number, over);
    if (!is_over_ && !stops_) decide();
  }

  void hear(Lane&, ToldByProcess&, const std::exception_ptr& thrown) { std::rethrow_exception(thrown); }

  // A signal came in the middle of library code, and the process is in an unknown state. Another process
  // continues where this one stood, if the strategies can say where that is.
  void go_on_elsewhere(std::size_t number, const TurnOver& over) {
    for (std::size_t stage = 0; stage < over.positions.size(); ++stage) {
      if (over.positions[stage] || (number != 0 && stage + 1 != number)) continue;
      findings_.stopped = "a signal came in the midst of library code, and no other process could go on";
      is_over_ = true;
      return;
    }
    retire(lanes_[number]);
    told_[number] = {};
    for (Turn& turn : decided_) {
      if (turn.lane == number) turn.asked = false;
    }
  }

  // Checks the clock, the memory and Ctrl-C from time to time. A process that does not stop when it is asked
  // to is killed.
  void look_up() {
    const Clock::time_point now = Clock::now();
    if (now - looked_up_ < kGlance) return;
    looked_up_ = now;
    for (const auto& lane : lanes_) {
      if (lane != nullptr) lane->listen();
    }
    tell_progress();
    if (stops_) return kill_what_does_not_stop();
    std::size_t bytes = 0;
    for (const auto& lane : lanes_) bytes += lane != nullptr ? lane->resident_bytes() : 0;
    const std::string reason = limits_.reached(bytes);
    const PlannedStage* stage = decided_.empty() ? nullptr : &plan_.stages[decided_.front().order.stage];
    const bool beyond = stage != nullptr && stage->beyond_plan;
    if (stage != std::exchange(stage_, stage)) stage_began_ = now;
    const bool is_used_up = stage != nullptr && stage->seconds &&
                            now - stage_began_ > std::chrono::duration<double>(*stage->seconds);
    if (reason.empty() && !is_used_up) return;
    if (!reason.empty() && (!beyond || watch_.interrupted())) findings_.stopped = reason;
    stop_lanes();
  }

  void tell_progress() {
    if (decided_.empty()) return;
    const ProgressSample sample = findings_.sample(elapsed());
    progress_.add(sample);
    const StrategyKind strategy =
        plan_.in_turns ? StrategyKind::automatic : plan_.stages[decided_.front().order.stage].strategy;
    watch_.progress({strategy, sample.executions, sample.histories, sample.seconds, findings_.share()});
  }

  void stop_lanes() {
    stops_ = true;
    for (const auto& lane : lanes_) {
      if (lane != nullptr && !lane->is_over()) lane->stop();
    }
  }

  void kill_what_does_not_stop() {
    for (const auto& lane : lanes_) {
      if (lane == nullptr || lane->is_over() || Clock::now() - lane->stop_asked_at() < kTimeToEnd) continue;
      lane->kill();
      if (!is_over_ && !findings_.stopped.empty())
        findings_.stopped += ", and the program did not answer any more";
    }
  }

  // What they tell from now on is no part of the result.
  void end_lanes() {
    stop_lanes();
    const auto is_over = [](const auto& lane) { return lane == nullptr || lane->is_over(); };
    while (!std::ranges::all_of(lanes_, is_over)) {
      wait_for_any(lanes_, kGlance);
      for (const auto& lane : lanes_) {
        if (lane != nullptr) lane->listen();
      }
      kill_what_does_not_stop();
    }
    for (const auto& lane : lanes_) {
      if (lane != nullptr && lane->end()) program_seconds_ += lane->end()->cpu_seconds;
    }
  }

  // The process has ended, or does so now.
  void retire(std::unique_ptr<Lane>& lane) {
    lane->stop();
    while (!lane->is_over() && Clock::now() - lane->stop_asked_at() < kTimeToEnd) {
      wait_for_any({&lane, 1}, kGlance);
      lane->listen();
    }
    if (lane->end()) program_seconds_ += lane->end()->cpu_seconds;
    lane.reset();
  }

  // With more steps, or with fewer cuts, there are more executions, and those that were seen are among them: it starts again from
  // the first one.
  bool starts_again() {
    if (!starts_again_ || !findings_.stopped.empty()) return false;
    turns_ = turns_of(plan_, request_);
    positions_.assign(plan_.stages.size(), "");
    progress_ = {};
    findings_.begin_again();
    return true;
  }

  // Repeats the first execution. Executions that share no choices are not compared otherwise.
  void repeat_first() {
    Lane* const lane = lanes_.front().get();
    if (lane == nullptr || !lane->end() || lane->end()->first_steps.empty() || !findings_.stopped.empty() ||
        limits_.reached())
      return;
    const ExplorationEnd& end = *lane->end();
    lane->worker().send(Ask::replay, ReplayOrder{setup_, end.first, false, false, end.first_steps});
    ReplayedExecution again = lane->worker().expect<ReplayedExecution>(Tell::replayed);
    if (std::holds_alternative<runtime::LimitReached>(again.ending.what)) return;  // no evidence
    if (again.steps != end.first_steps) again.ending.what = runtime::Nondeterminism{again.ending.thread};
    if (runtime::kind_of(again.ending) == EndingKind::nondeterminism)
      findings_.note_nondeterminism(again.ending, end.first, again.output);
  }

  double processor_seconds() const {
    return earlier_.cpu_seconds + cpu_seconds() - cpu_start_ + program_seconds_;
  }
  // A failure may be made shorter for half of the time that was left then. The other half is for replaying it.
  bool is_half_of_the_rest_over(Clock::time_point then) const {
    const std::chrono::duration<double> doubled = (then - start_) + 2 * (Clock::now() - then);
    return request_.seconds && doubled.count() > *request_.seconds;
  }
  double elapsed() const {
    return earlier_.seconds + std::chrono::duration<double>(Clock::now() - start_).count();
  }

  const Subject& subject_;
  const ExplorationRequest& request_;
  const ExplorationWatch& watch_;
  unsigned jobs_;
  Setup setup_;
  ExplorationPlan plan_;
  Turns turns_;
  ExplorationLimits limits_;
  Findings findings_;

  std::optional<CheckpointFile> file_;
  Pace pace_;                           // of writing the checkpoint
  ExplorationCheckpoint earlier_;       // the work of earlier runs
  std::vector<std::string> positions_;  // of the strategies, when a process begins; empty: at the beginning
  std::vector<RecordingKey> known_;     // histories that are decided from the beginning

  // The process of the opening, which has the last strategy, and those of the others. Null: not needed so far.
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<ToldByProcess> told_;  // by lane
  std::deque<Turn> decided_;         // in order
  bool is_over_ = false;             // nothing more is merged
  bool stops_ = false;               // no more turns are asked for: a limit was reached
  bool pauses_ = false;              // likewise, for a moment
  bool starts_again_ = false;        // setup_ has changed: what was explored is not all there is
  bool all_is_merged_ = false;       // what the processes did is what is reported

  const PlannedStage* stage_ = nullptr;  // whose turn is merged
  Clock::time_point stage_began_{};
  ProgressSamples progress_;
  double program_seconds_ = 0;  // CPU time of the processes that explored
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
