// Exploration: the turns that `linnet` asks for, histories told apart by their keys, failures by their places.
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
constexpr std::uint32_t kKnown = static_cast<std::uint32_t>(-1);

class Exploration {
 public:
  Exploration(const ExploreOrder& order, Connection& linnet)
      : order_(order),
        linnet_(linnet),
        options_(order.setup.options),
        stop_(linnet),
        strategy_(
            strategies_of(order), [this] { return next_turn(); }, order.in_turns) {
    for (std::size_t i = 0; i < order.stages.size(); ++i) {
      const PlannedStage& stage = order.stages[i];
      if (!stage.position.empty()) strategy_.continue_from(i, stage.position, stage.executions);
    }
    for (const RecordingKey& key : order.known) recorded_.emplace(key, kKnown);
  }

  void run() {
    runtime::set_frame_source([this](std::uint64_t address) { return stop_.ask_for_frames(address); });
    runtime::set_stop_question([this] { return is_to_end_at_once(); });
    ScheduleRecorder recorder(strategy_, order_.setup.program, options_.racy_places, options_.memory_model);
    if (order_.finds_cycles) recorder.keep_taken();
    std::optional<MemoryInTurns> memory;
    if (options_.memory_model) {
      recorder.does_not_compare();
      memory.emplace(*options_.memory_model, strategy_, recorder);
    }
    memory_ = memory ? &*memory : nullptr;
    const auto listener = [&](const ExecutionReport& one) { return ended(one, recorder); };
    const runtime::RunReport run = runtime::run_program(recorder, options_, listener, memory_);
    runtime::set_stop_question({});
    if (run.stopped == runtime::Stopped::by_signal) why_ = WhyTurnEnded::tainted;
    if (turn_) tell_turn_over();
    conclude();
    linnet_.send(Tell::ended, end_);
  }

 private:
  static std::vector<std::unique_ptr<Strategy>> strategies_of(const ExploreOrder& order) {
    std::vector<std::unique_ptr<Strategy>> strategies;
    for (const PlannedStage& stage : order.stages)
      strategies.push_back(make_strategy(stage, order.setup.options));
    return strategies;
  }

  // In the midst of an execution. Most have come to their end before linnet loses its patience.
  bool is_to_end_at_once() {
    constexpr auto kGrace = std::chrono::milliseconds(300);
    if (!stop_.was_asked()) return false;
    if (!stop_asked_at_) stop_asked_at_ = Clock::now();
    return Clock::now() - *stop_asked_at_ > kGrace;
  }

  // Says what the turn before it brought.
  std::optional<Turns::Turn> next_turn() {
    if (turn_) {
      if (strategy_.members()[turn_->stage].over && strategy_.coverage().complete)
        why_ = WhyTurnEnded::complete;
      tell_turn_over();
      if (why_ != WhyTurnEnded::used_up) return std::nullopt;
    }
    turn_ = stop_.next_turn();
    over_ = {};
    outputs_.clear();
    if (!turn_) return std::nullopt;
    return Turns::Turn{turn_->stage, turn_->executions};
  }

  void tell_turn_over() {
    tell_seen();
    const Coverage coverage = strategy_.coverage();
    over_.count = count();
    over_.why = why_;
    over_.executions = strategy_.executions_of_turn();
    over_.over = strategy_.members()[strategy_.current()].over;
    over_.gave_up = coverage.gave_up == nullptr ? "" : coverage.gave_up;
    over_.orders = strategy_.new_orders();
    if (turn_->says_position || why_ == WhyTurnEnded::tainted) {
      over_.positions.resize(order_.stages.size());
      for (std::size_t i = 0; i < order_.stages.size(); ++i) {
        if (i == turn_->stage || why_ == WhyTurnEnded::tainted) over_.positions[i] = strategy_.position(i);
      }
    }
    over_.racy_places = options_.racy_places;
    over_.cuts_that_hold = options_.cuts;
    over_.outputs.assign(outputs_.begin(), outputs_.end());
    linnet_.send(Tell::turn_over, std::move(over_));
    turn_.reset();
  }

  void tell_seen() {
    Seen seen;
    bool is_more = false;
    if (const std::uint64_t now = runtime::amount_not_covered(); std::exchange(not_covered_, now) != now) {
      is_more = true;
      seen.not_covered = runtime::not_covered();
    }
    if (const std::uint64_t now = runtime::orders_at_places().size(); std::exchange(sites_, now) != now) {
      is_more = true;
      seen.order_sites = runtime::orders_at_places().sites();
    }
    if (const std::uint64_t now = runtime::number_of_cuts(); std::exchange(cuts_, now) != now) {
      is_more = true;
      for (auto& [calls, times] : runtime::places_of_cuts()) {
        const auto [at, is_new] = places_of_cuts_.try_emplace(calls, times_cut_.size());
        if (is_new) {
          times_cut_.push_back(0);
          seen.new_cuts.push_back(calls);
        }
        times_cut_[at->second] = times;
      }
      seen.times_cut = times_cut_;
    }
    if (is_more) linnet_.queue(Tell::seen, std::move(seen));
  }

  Next ended(const ExecutionReport& one, ScheduleRecorder& recorder) {
    longest_ = std::max(longest_, one.steps);
    if (makes_steps(one.ending) || is_cut_wrongly(one.ending)) {
      why_ = WhyTurnEnded::starts_again;
      return Next::stop;
    }
    const bool abandoned = std::holds_alternative<runtime::Abandoned>(one.ending.what);
    const bool well = completed_well(one.ending);
    if (!well || end_.first_steps.empty()) complete_schedule(recorder);
    if (end_.first_steps.empty() && !abandoned) {
      end_.first = recorder.schedule();
      end_.first_steps = recorder.steps();
    }
    if (!runtime::recording().calls.empty()) over_.calls_recorded = true;
    const bool waiting = std::holds_alternative<runtime::Deadlock>(one.ending.what);
    if (!abandoned && (!well || order_.judged) && is_forbidden_by_cpp20(memory_, options_.memory_model)) {
      ++over_.forbidden;
    } else if (order_.judged && (well || waiting) && runtime::recording().is_history()) {
      note_recording(well ? Ended::complete : Ended::waiting, recorder);
    } else if (!well && !abandoned && !note_ending(one, recorder.schedule())) {
      why_ = WhyTurnEnded::failed;
      return Next::stop;
    }
    if (order_.lists_non_sc && memory_ != nullptr && !abandoned && !is_sequential(memory_->graph()))
      note_non_sc(recorder);
    if (order_.outputs && well) ++outputs_[std::string(one.output)];
    return look_up(one) ? Next::go_on : Next::stop;
  }

  StageCount count() const {
    const Portfolio::Member& member = strategy_.members()[strategy_.current()];
    const Coverage coverage = strategy_.coverage();
    return {static_cast<std::uint32_t>(strategy_.current()),
            strategy_.executions_of_turn() - 1,
            coverage.executions.value_or(member.executions),
            coverage.blocked,
            coverage.redundant,
            coverage.cut,
            longest_,
            coverage.gave_up == nullptr ? strategy_.progress() : 0,
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
    if (std::optional<std::vector<Choice>> choices = strategy_.choices())
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
    const auto [at, is_new] = recorded_.try_emplace(counted, recorded_messages_);
    if (!is_new) {
      if (at->second != kKnown) over_.recorded_again.push_back(at->second);
      return;
    }
    ++recorded_messages_;
    complete_schedule(recorder);
    tell_seen();
    linnet_.queue(Tell::recorded, RecordedExecution{count(), key, how, std::move(recording),
                                                    recorder.schedule(), std::move(cycle)});
    if (order_.in_step) {
      linnet_.flush();
      stop_.wait_for_go();
      return;
    }
    // The first ones at once: who judges them has nothing to do yet.
    if (recorded_messages_ < kAtOnce || linnet_.queued() > kBatch) linnet_.flush();
  }

  void note_non_sc(ScheduleRecorder& recorder) {
    if (over_.non_sc++ >= kNonSequentialShown) return;
    complete_schedule(recorder);
    over_.non_sc_schedules.push_back(recorder.schedule());
  }

  // True to go on.
  bool note_ending(const ExecutionReport& one, const Schedule& schedule) {
    const EndingKind kind = runtime::kind_of(one.ending);
    const std::uint64_t place = runtime::place_of(one.ending);
    const auto same =
        std::ranges::find_if(found_, [&](const Found& f) { return f.kind == kind && f.place == place; });
    if (same != found_.end()) {
      over_.found_again.push_back(static_cast<std::uint32_t>(same - found_.begin()));
    } else {
      found_.push_back({kind, place});
      FoundEnding found{count(), one.steps, place, one.ending, schedule, std::string(one.output)};
      keep_innermost(found.ending.where);
      tell_seen();
      linnet_.send(Tell::found, std::move(found));
    }
    const bool diverged = std::holds_alternative<runtime::Nondeterminism>(one.ending.what);
    return is_harmless(one.ending) || (order_.keep_going && !diverged);
  }

  bool look_up(const ExecutionReport& one) {
    constexpr std::uint64_t kPatience = 1 << 14;  // steps
    constexpr auto kInterval = std::chrono::milliseconds(5);
    if (stop_.was_asked()) {
      why_ = WhyTurnEnded::stopped;
      return false;
    }
    work_ += one.steps + 8;
    if (work_ < kPatience) return true;
    work_ = 0;
    if (const Clock::time_point now = Clock::now(); now - told_ > kInterval) {
      told_ = now;
      linnet_.send(Tell::progress, count());
      if (linnet_.state() != Connection::State::open) _exit(0);  // nobody is interested any more
    }
    return true;
  }

  void conclude() {
    for (std::size_t i = 0; order_.saved && i < order_.stages.size(); ++i)
      end_.positions.push_back(strategy_.position(i));
    end_.cpu_seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  }

  const ExploreOrder& order_;
  Connection& linnet_;
  runtime::RuntimeOptions options_;
  StopSignal stop_;
  std::optional<Clock::time_point> stop_asked_at_;
  Portfolio strategy_;
  ModelledMemory* memory_ = nullptr;  // of executions under a memory model
  std::uint64_t longest_ = 0;         // steps of an execution

  // The turn that runs.
  std::optional<TurnOrder> turn_;
  TurnOver over_;                                 // what will be told of it
  std::map<std::string, std::uint64_t> outputs_;  // of executions that ended well: how often
  WhyTurnEnded why_ = WhyTurnEnded::used_up;

  absl::flat_hash_map<RecordingKey, std::uint32_t> recorded_;  // which message told of it
  std::uint32_t recorded_messages_ = 0;
  struct Found {
    EndingKind kind;
    std::uint64_t place;
  };
  std::vector<Found> found_;  // by message
  // What was told with tell_seen().
  std::uint64_t not_covered_ = 0, sites_ = 0, cuts_ = 0;
  std::map<runtime::CallStack, std::size_t> places_of_cuts_;
  std::vector<std::uint64_t> times_cut_;

  std::uint64_t work_ = 0;  // since linnet was last told how far we are
  Clock::time_point told_ = Clock::now();
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
