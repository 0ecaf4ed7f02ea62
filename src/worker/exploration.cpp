// Exploration: strategies made as planned, histories told apart by their keys, failures by their places.
#include "worker/orders.hpp"

#include <absl/container/flat_hash_map.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/pace.hpp"
#include "explore/bounded.hpp"
#include "explore/dpor.hpp"
#include "explore/graphs.hpp"
#include "explore/guided.hpp"
#include "explore/memory_in_turns.hpp"
#include "explore/partial_order_sampling.hpp"
#include "explore/portfolio.hpp"
#include "explore/recorder.hpp"
#include "explore/sampling.hpp"
#include "explore/selective_walk.hpp"
#include "graph/sequential.hpp"
#include "runtime/fibers/live_state.hpp"
#include "runtime/graphs/orders_at_places.hpp"
#include "runtime/object_test.hpp"
#include "runtime/run_program.hpp"
#include "schedule/conflict_cycle.hpp"
#include "worker/recorded_calls.hpp"
#include "worker/stop_signal.hpp"

namespace linnet::worker {

namespace {

using runtime::ExecutionReport;
using runtime::Next;
using Clock = std::chrono::steady_clock;

// One that takes turns with others has no end of its own.
std::uint64_t samples_of(const PlannedStage& stage) {
  return stage.samples != 0 ? stage.samples : std::numeric_limits<std::uint64_t>::max();
}

std::unique_ptr<Strategy> make_strategy(const PlannedStage& stage, const runtime::RuntimeOptions& options) {
  switch (stage.strategy) {
    case StrategyKind::bounded:
      return std::make_unique<BoundedStrategy>(0, stage.preemptions.value_or(BoundedStrategy::kNoBound));
    case StrategyKind::random: return std::make_unique<RandomStrategy>(stage.seed, samples_of(stage));
    case StrategyKind::pct: return std::make_unique<PctStrategy>(stage.seed, samples_of(stage));
    case StrategyKind::pos: return std::make_unique<PartialOrderSampling>(stage.seed, samples_of(stage));
    case StrategyKind::surw: return std::make_unique<SelectiveWalk>(stage.seed, samples_of(stage));
    case StrategyKind::guided: return std::make_unique<GuidedStrategy>(stage.seed, samples_of(stage));
    case StrategyKind::graphs:
      return std::make_unique<GraphStrategy>(options.memory_model.value_or(MemoryModel::c11));
    case StrategyKind::dpor:
    case StrategyKind::automatic:
    case StrategyKind::serial: break;  // no stage has these two
  }

  return std::make_unique<DporStrategy>();
}

bool completed_well(const runtime::ExecutionEnding& ending) {
  const auto* completed = std::get_if<runtime::Completed>(&ending.what);
  return completed != nullptr && completed->status == 0;
}

// A loop that goes on for too long says nothing about the other executions.
bool is_harmless(const runtime::ExecutionEnding& ending) {
  const auto* limit = std::get_if<runtime::LimitReached>(&ending.what);
  return limit != nullptr && limit->limit != runtime::Limit::time_in_step;
}

std::vector<std::uint64_t> cycle_of(std::span<const Step> steps) {
  const auto cycle = conflict_cycle(steps);
  return cycle ? std::vector<std::uint64_t>(cycle->begin(), cycle->end()) : std::vector<std::uint64_t>();
}

// The number of a history that linnet has already.
constexpr std::size_t kKnown = static_cast<std::size_t>(-1);

class Exploration {
 public:
  Exploration(const ExploreOrder& order, Connection& linnet)
      : order_(order),
        linnet_(linnet),
        options_(order.setup.options),
        position_(order.position),
        stop_(linnet) {}

  void run() {
    while (run_plan() == After::start_again) start_again();
    conclude(end_);
    linnet_.send(Tell::ended, end_);
  }

 private:
  enum class After : std::uint8_t { next_stage, start_again, end };

  After run_plan() {
    for (const RecordingKey& key : order_.known) recorded_.emplace(key, kKnown);
    const std::size_t at_once = order_.in_turns ? order_.stages.size() : 1;
    for (std::size_t i = 0; i < order_.stages.size(); i += at_once) {
      std::vector<std::unique_ptr<Strategy>> strategies;
      for (std::size_t j = i; j < i + at_once; ++j)
        strategies.push_back(make_strategy(order_.stages[j], options_));
      // What visits every graph comes before samples of graphs.
      const std::size_t opens = strategies.back()->memory() != nullptr ? strategies.size() - 1 : 0;
      Portfolio portfolio(std::move(strategies), opens);
      if (i + at_once == order_.stages.size() && !position_.empty()) portfolio.load(position_);
      stage_ = static_cast<std::uint32_t>(i);
      if (const After after = run_stages(order_.stages[i + at_once - 1], portfolio);
          after != After::next_stage)
        return after;
    }
    return After::end;
  }

  // One, or all that take turns, of which `planned` is the last.
  After run_stages(const PlannedStage& planned, Portfolio& strategy) {
    planned_ = &planned;
    strategy_ = &strategy;
    executions_ = executions_before_ = 0;
    member_ = strategy.current();
    for (const Portfolio::Member& member : strategy.members()) executions_before_ += member.executions;
    stage_start_ = Clock::now();
    runtime::set_frame_source([this](std::uint64_t address) { return stop_.ask_for_frames(address); });
    ScheduleRecorder recorder(strategy, order_.setup.program, options_.racy_places, options_.memory_model);
    if (order_.finds_cycles) recorder.keep_taken();
    std::optional<MemoryInTurns> memory;
    if (options_.memory_model) {
      recorder.does_not_compare();
      memory.emplace(*options_.memory_model, strategy, recorder);
    }
    memory_ = memory ? &*memory : nullptr;
    bool share_used = false;
    const auto listener = [&](const ExecutionReport& one) {
      executions_ = one.number + 1;
      longest_ = std::max(longest_, one.steps);
      share_used = share_is_used();
      const Next next = ended(one, recorder);
      return share_used ? Next::stop : next;
    };
    const runtime::RunReport run = runtime::run_program(recorder, options_, listener, memory_);
    if (starts_again_) return After::start_again;
    const bool finished = run.stopped == runtime::Stopped::by_strategy;
    const Coverage coverage = strategy.coverage();
    const bool complete = finished && coverage.complete;
    for (std::size_t i = 0; i < strategy.members().size(); ++i) tell_end_of(i, finished);
    end_.position = strategy.save();
    if (run.stopped == runtime::Stopped::by_signal) stop(WhyEnded::tainted);
    return stopped_ || complete || coverage.gave_up != nullptr ? After::end : After::next_stage;
  }

  // With more steps, or with fewer cuts, there are more executions, and those that were seen are among them.
  void start_again() {
    starts_again_ = stopped_ = false;
    position_.clear();
    recorded_.clear();
    found_.clear();
    outputs_.clear();
    end_ = {};
    linnet_.queue(Tell::restarted, Restart{options_.racy_places, options_.cuts});
  }

  // How far a strategy came in its turn: what is found in the turn of another one says nothing of that.
  void tell_turn() {
    if (const std::size_t now = strategy_->current(); now != member_) {
      linnet_.queue(Tell::progress, count_of(std::exchange(member_, now)));
    }
  }

  Next ended(const ExecutionReport& one, ScheduleRecorder& recorder) {
    tell_turn();
    if (makes_steps(one.ending) || is_cut_wrongly(one.ending)) {
      starts_again_ = true;
      return Next::stop;
    }
    const bool abandoned = std::holds_alternative<runtime::Abandoned>(one.ending.what);
    const bool well = completed_well(one.ending);
    if (!well || end_.first_steps.empty()) complete_schedule(recorder);
    if (end_.first_steps.empty() && !abandoned) {
      end_.first = recorder.schedule();
      end_.first_steps = recorder.steps();
    }
    if (!runtime::recording().calls.empty()) end_.calls_recorded = true;
    const bool waiting = std::holds_alternative<runtime::Deadlock>(one.ending.what);
    if (order_.judged && (well || waiting) && runtime::recording().is_history()) {
      note_recording(well ? Ended::complete : Ended::waiting, recorder);
    } else if (!well && !abandoned && !note_ending(one, recorder.schedule())) {
      stop(WhyEnded::failed);
      return Next::stop;
    }
    if (order_.lists_non_sc && memory_ != nullptr && !abandoned && !is_sequential(memory_->graph()))
      note_non_sc(recorder);
    if (order_.outputs && well) ++outputs_[std::string(one.output)];
    return look_up(one) ? Next::go_on : Next::stop;
  }

  void tell_end_of(std::size_t member, bool finished) {
    const Portfolio::Member& one = strategy_->members()[member];
    const Coverage coverage = one.strategy->coverage();
    const bool is_over = finished && (one.over || !order_.in_turns);
    linnet_.queue(Tell::stage_over, StageOver{count_of(member), is_over, is_over && coverage.complete,
                                              coverage.gave_up == nullptr ? "" : coverage.gave_up});
  }

  StageCount count() const { return count_of(strategy_->current()); }
  StageCount count_of(std::size_t member) const {
    const Portfolio::Member& one = strategy_->members()[member];
    const Coverage coverage = one.strategy->coverage(), last = strategy_->coverage();
    return {stage_ + static_cast<std::uint32_t>(member),
            executions_before_ + executions_ - 1,
            coverage.executions.value_or(one.executions),
            coverage.blocked,
            coverage.redundant,
            coverage.cut,
            one.histories,
            one.orders,
            longest_,
            last.gave_up == nullptr ? strategy_->progress() : 0,
            coverage.shortest_first};
  }

  // Whether it is a race of accesses that were not all steps that they can be, and now are.
  bool makes_steps(const runtime::ExecutionEnding& ending) {
    const auto* race = std::get_if<runtime::DataRace>(&ending.what);
    return race != nullptr && runtime::add_places(*race, options_.races, options_.racy_places);
  }

  // Whether something turned out that a cut relies on not to be: then there is no such cut any more.
  bool is_cut_wrongly(const runtime::ExecutionEnding& ending) {
    const auto* given_up = std::get_if<runtime::Abandoned>(&ending.what);
    return given_up != nullptr && options_.cuts.leave_out(given_up->wrong);
  }

  // What reads read is decided by the strategy itself, if it has graphs.
  void complete_schedule(ScheduleRecorder& recorder) const {
    if (std::optional<std::vector<Choice>> choices = strategy_->choices())
      recorder.replace_choices(std::move(*choices));
  }

  void note_recording(Ended how, ScheduleRecorder& recorder) {
    constexpr std::size_t kAtOnce = 64, kBatch = 1 << 16;
    Recording recording = recorded_calls(memory_, options_.memory_model);
    const RecordingKey key = key_of(recording, how);
    std::vector<std::uint64_t> cycle;
    if (order_.finds_cycles) cycle = cycle_of(recorder.taken());
    RecordingKey counted = key;
    if (!cycle.empty()) counted = {mix(key.first), key.second};
    const auto [at, is_new] = recorded_.try_emplace(counted, end_.times_recorded.size());
    if (!is_new) {
      if (at->second != kKnown) ++end_.times_recorded[at->second];
      return;
    }
    end_.times_recorded.push_back(1);
    strategy_->brought_history();
    complete_schedule(recorder);
    linnet_.queue(Tell::recorded, RecordedExecution{count(), key, how, std::move(recording),
                                                    recorder.schedule(), std::move(cycle)});
    if (order_.in_step) {
      linnet_.flush();
      stop_.wait_for_go();
      return;
    }
    // The first ones at once: who judges them has nothing to do yet.
    if (end_.times_recorded.size() < kAtOnce || linnet_.queued() > kBatch) linnet_.flush();
  }

  void note_non_sc(ScheduleRecorder& recorder) {
    constexpr std::size_t kShown = 5;
    if (end_.non_sc++ >= kShown) return;
    complete_schedule(recorder);
    end_.non_sc_schedules.push_back(recorder.schedule());
  }

  // True to go on.
  bool note_ending(const ExecutionReport& one, const Schedule& schedule) {
    const EndingKind kind = runtime::kind_of(one.ending);
    const std::uint64_t place = runtime::place_of(one.ending);
    const auto same =
        std::ranges::find_if(found_, [&](const Found& f) { return f.kind == kind && f.place == place; });
    if (same != found_.end()) {
      ++end_.times_found[static_cast<std::size_t>(same - found_.begin())];
    } else {
      found_.push_back({kind, place});
      end_.times_found.push_back(1);
      FoundEnding found{count(), one.steps, place, one.ending, schedule, std::string(one.output)};
      keep_innermost(found.ending.where);
      linnet_.send(Tell::found, std::move(found));
    }
    const bool diverged = std::holds_alternative<runtime::Nondeterminism>(one.ending.what);
    return is_harmless(one.ending) || (order_.keep_going && !diverged);
  }

  bool share_is_used() const {
    if (!planned_->share_of_executions) return false;
    return executions_ >= *planned_->share_of_executions ||
           Clock::now() - stage_start_ >
               std::chrono::duration<double>(planned_->share_of_seconds.value_or(0));
  }

  bool look_up(const ExecutionReport& one) {
    constexpr std::uint64_t kPatience = 1 << 14;  // steps
    constexpr auto kInterval = std::chrono::milliseconds(5);
    const bool has_end_of_its_own =
        planned_->share_of_executions || planned_->samples != 0 || planned_->preemptions;
    if (order_.most_executions && !has_end_of_its_own && one.number + 1 >= *order_.most_executions) {
      stop(planned_->beyond_plan ? WhyEnded::done : WhyEnded::executions);
      return false;
    }
    if (stop_.was_asked()) {
      stop(WhyEnded::stopped);
      return false;
    }
    work_ += one.steps + 8;
    if (work_ < kPatience) return true;
    work_ = 0;
    if (const Clock::time_point now = Clock::now(); now - told_ > kInterval) {
      told_ = now;
      linnet_.send(Tell::progress, count());
      if (order_.saved && stage_ + strategy_->members().size() == order_.stages.size())
        pace_.now_and_then([this] { say_where_it_stands(); });
      if (linnet_.state() != Connection::State::open) _exit(0);  // nobody is interested any more
    }
    return true;
  }

  void say_where_it_stands() {
    ExplorationEnd standing = end_;
    standing.position = strategy_->save();
    conclude(standing);
    linnet_.send(Tell::standing, std::move(standing));
  }
  void conclude(ExplorationEnd& end) const {
    end.outputs.assign(outputs_.begin(), outputs_.end());
    end.racy_places = options_.racy_places;
    end.cuts_that_hold = options_.cuts;
    end.not_covered = runtime::not_covered();
    end.cuts = runtime::places_of_cuts();
    end.order_sites = runtime::orders_at_places().sites();
    end.cpu_seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  }

  void stop(WhyEnded why) { end_.why = why, stopped_ = true; }

  const ExploreOrder& order_;
  Connection& linnet_;
  runtime::RuntimeOptions options_;
  std::string position_;  // where it begins
  StopSignal stop_;

  // The stage that runs.
  const PlannedStage* planned_ = nullptr;
  Portfolio* strategy_ = nullptr;
  ModelledMemory* memory_ = nullptr;  // of executions under a memory model
  std::uint32_t stage_ = 0;
  std::size_t member_ = 0;  // of the strategies that take turns: whose turn it was
  std::uint64_t executions_ = 0,
                executions_before_ = 0;  // by this process, and by others that it goes on for
  Clock::time_point stage_start_;
  std::uint64_t longest_ = 0;  // steps of an execution, in all stages

  absl::flat_hash_map<RecordingKey, std::size_t> recorded_;  // into times_recorded; known ones beyond it
  struct Found {
    EndingKind kind;
    std::uint64_t place;
  };
  std::vector<Found> found_;
  std::map<std::string, std::uint64_t> outputs_;  // of executions that ended well: how often
  bool starts_again_ = false;  // options_ has changed: what was explored is not all there is
  bool stopped_ = false;
  std::uint64_t work_ = 0;  // since linnet was last told how far we are
  Clock::time_point told_ = Clock::now();
  Pace pace_;  // of saying where it stands
  ExplorationEnd end_;
};

}  // namespace

void choose(const Setup& setup) {
  if (!setup.arguments.empty()) runtime::set_program_arguments(setup.arguments);
  if (setup.test) runtime::choose_scenario(runtime::declared_tests()[*setup.test], setup.scenario);
}

void explore(const ExploreOrder& order, Connection& linnet) {
  choose(order.setup);
  Exploration(order, linnet).run();
}

}  // namespace linnet::worker
