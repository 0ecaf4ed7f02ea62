// Explorer: the stages of the plan, what each execution showed, and the confirmation of what was found.
#include "driver/exploring/exploration.hpp"

#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include <fmt/format.h>

#include "base/budget.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "driver/exploring/exploration_checkpoint.hpp"
#include "driver/exploring/exploration_plan.hpp"
#include "driver/exploring/judged_execution.hpp"
#include "driver/exploring/program_fingerprint.hpp"
#include "driver/exploring/progress_samples.hpp"
#include "driver/exploring/replay.hpp"
#include "driver/exploring/runtime_options.hpp"
#include "driver/exploring/schedule_shortener.hpp"
#include "driver/exploring/trace_words.hpp"
#include "explore/bounded.hpp"
#include "explore/recorder.hpp"
#include "explore/replay.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

namespace {

using runtime::ExecutionReport;
using runtime::Next;

// Failures are the same if they are of one kind and at one place.
std::uint64_t place_of(const runtime::Outcome& outcome) {
  if (const auto* deadlock = std::get_if<runtime::Deadlock>(&outcome.what)) {
    std::uint64_t sum = 0;  // in whatever order they are waiting
    for (const runtime::Waiting& w : deadlock->waiting) sum += mix(w.where.empty() ? 0 : w.where.front());
    return sum;
  }
  if (const auto* race = std::get_if<runtime::DataRace>(&outcome.what)) {
    return mix(race->earlier.place) + mix(race->later.place);  // whichever came first
  }
  return outcome.where.empty() ? 0 : outcome.where.front();
}

bool is_violation(std::string_view kind) {
  return kind != "limit" && kind != "unsupported";
}

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::uint64_t default_memory() {
  struct sysinfo machine = {};
  sysinfo(&machine);
  return machine.totalram * machine.mem_unit / 5 * 4;
}

class Explorer {
 public:
  Explorer(const ExplorationRequest& request, ExecutionJudge* judge, const ExplorationWatch& watch)
      : request_(request),
        judge_(judge),
        watch_(watch),
        options_(runtime_options(request)),
        budget_(
            request.seconds ? std::optional(std::chrono::duration<double>(*request.seconds)) : std::nullopt,
            request.memory.value_or(default_memory())),
        program_(program_fingerprint()) {}

  ExplorationReport run();

 private:
  enum class After : std::uint8_t { next_stage, start_again, end };

  void load_checkpoint(std::vector<PlannedStage>& stages);
  void load_histories(const std::string& file);
  void save_checkpoint(const std::string& file, const PlannedStage& planned) const;
  void go_on_elsewhere(const PlannedStage& planned);
  After run_plan(std::vector<PlannedStage> stages);
  After run_stage(PlannedStage& planned);
  void note_limits(const PlannedStage& planned);
  bool makes_steps(const runtime::Outcome& outcome);
  Next ended(const ExecutionReport& one, const Schedule& schedule, const PlannedStage& planned);
  // True to go on.
  bool note(const ExecutionReport& one, std::string_view kind, const Schedule& schedule,
            std::optional<CheckReport> history);
  bool look_up(const ExecutionReport& one, const PlannedStage& planned);
  void repeat_first();
  ProgressSample sample() const;
  std::string_view advice() const;
  Failure without_trace(std::string_view kind, const ExecutionReport& one, const Schedule& schedule) const;
  void conclude();
  Failure confirm(const FoundFailure& found);
  Schedule shorten_switches(const FoundFailure& found);
  struct Rerun {
    Schedule schedule;
    std::optional<CheckReport> history;
  };
  // The first execution that fails in the same way.
  std::optional<Rerun> rerun(Strategy& strategy, const FoundFailure& found, std::uint64_t most_executions);
  std::optional<Rerun> rerun(const Schedule& schedule, const FoundFailure& found);
  double elapsed() const {
    return earlier_.seconds + std::chrono::duration<double>(Clock::now() - start_).count();
  }

  using Clock = std::chrono::steady_clock;
  const ExplorationRequest& request_;
  ExecutionJudge* judge_;
  const ExplorationWatch& watch_;
  runtime::RuntimeOptions options_;
  Budget budget_;
  std::uint32_t program_;

  ExplorationCheckpoint earlier_;  // what other processes did before us
  ExplorationReport report_;
  std::vector<FoundFailure> found_;
  struct FirstExecution {
    Schedule schedule;
    std::vector<std::uint64_t> steps;
  };
  std::optional<FirstExecution> first_;
  std::string stopped_;  // why it ended before its end; empty if it did not
  bool tainted_ = false;
  bool new_places_ = false;  // were added to options_.racy_places: what was explored is not all there is
  ProgressSamples progress_;
  Clock::time_point start_ = Clock::now();
  double cpu_start_ = cpu_seconds();
  std::uint64_t work_ = 0;  // since the clock was last looked at
};

ExplorationReport Explorer::run() {
  std::vector<PlannedStage> stages = plan_stages(request_);
  load_checkpoint(stages);
  while (run_plan(std::move(stages)) == After::start_again) {
    new_places_ = false;
    report_.stages.clear();
    first_.reset();
    progress_ = {};
    found_.clear();  // with more steps there are more executions, and these among them
    stages = plan_stages(request_);
  }
  report_.racy_places = options_.racy_places.size();
  report_.seconds = elapsed();
  report_.cpu_seconds = earlier_.cpu_seconds + cpu_seconds() - cpu_start_;
  if (judge_ != nullptr) {
    report_.histories = judge_->distinct_histories();
    report_.inconsistent = judge_->inconsistent_histories();
    report_.paper = judge_->paper_effort();
    judge_->collect_in(nullptr);  // what follows repeats executions
  }
  report_.progress = progress_.finish(sample());
  conclude();
  return std::move(report_);
}

// The first execution once more. Executions that share no choices are not compared otherwise.
void Explorer::repeat_first() {
  if (tainted_ || !first_) return;
  ReplayStrategy replay(first_->schedule);
  ScheduleRecorder recorder(replay, program_, options_.racy_places);
  recorder.follows(first_->schedule, first_->steps);
  runtime::run_program(recorder, options_, [&](const ExecutionReport& one) {
    tainted_ = tainted_ || one.outcome.process_is_tainted;
    ExecutionReport again = one;
    if (recorder.steps() != first_->steps) again.outcome.what = runtime::Nondeterminism{one.outcome.thread};
    const std::string_view kind = runtime::kind_of(again.outcome);
    if (kind == "nondeterminism") note(again, kind, first_->schedule, std::nullopt);
    return Next::stop;
  });
}

Explorer::After Explorer::run_plan(std::vector<PlannedStage> stages) {
  for (PlannedStage& planned : stages) {
    if (const After after = run_stage(planned); after != After::next_stage) return after;
  }
  return After::end;
}

void Explorer::load_checkpoint(std::vector<PlannedStage>& stages) {
  const std::string& file = request_.resume.empty() ? request_.checkpoint : request_.resume;
  if (file.empty()) return;
  if (stages.back().dpor == nullptr) throw InputError("--checkpoint goes with strategy auto or dpor");
  auto saved = read_checkpoint(file, program_);
  if (!request_.resume.empty()) std::remove(file.c_str());
  if (!saved) return;
  earlier_ = *std::move(saved);
  if (!earlier_.position.empty()) stages.back().dpor->load(earlier_.position);
  if (judge_ != nullptr) load_histories(file);
  found_ = earlier_.found;
  options_.racy_places = earlier_.racy_places;
  stages.erase(stages.begin(), stages.end() - 1);  // what comes before is done
}

void Explorer::load_histories(const std::string& file) {
  try {
    judge_->load(earlier_.histories);
  } catch (const InputError& error) {
    throw InputError(Place{file, 0, 0},
                     fmt::format("this checkpoint is {}: remove it to start anew", error.what()));
  }
}

void Explorer::save_checkpoint(const std::string& file, const PlannedStage& planned) const {
  write_checkpoint(file, {program_, planned.dpor != nullptr ? planned.dpor->save() : "", found_,
                          options_.racy_places, elapsed(), earlier_.cpu_seconds + cpu_seconds() - cpu_start_,
                          judge_ != nullptr ? judge_->save() : ""});
}

// This process is spoilt. Another one goes on where it stands, if the strategy can say where that is.
void Explorer::go_on_elsewhere(const PlannedStage& planned) {
  stopped_ = "a signal came in the midst of library code, and no other process could go on";
  if (planned.dpor == nullptr && !planned.is_preliminary()) return;
  const std::string file = fmt::format("/tmp/linnet-{}.state", getpid());
  save_checkpoint(file, planned);
  watch_.start_anew(file);
  std::remove(file.c_str());
}

Explorer::After Explorer::run_stage(PlannedStage& planned) {
  Stage& stage = report_.stages.emplace_back(planned.stage);
  ScheduleRecorder recorder(*planned.strategy, program_, options_.racy_places);
  const Clock::time_point stage_start = Clock::now();
  bool share_used = false;
  const runtime::RunReport run = runtime::run_program(recorder, options_, [&](const ExecutionReport& one) {
    report_.longest = std::max(report_.longest, one.steps);
    const bool whole = !std::holds_alternative<runtime::Abandoned>(one.outcome.what);
    if (!first_ && whole) first_.emplace(recorder.schedule(), recorder.steps());
    stage.executions = one.number + 1;
    if (planned.is_preliminary()) {
      share_used = stage.executions >= *planned.share_of_executions ||
                   Clock::now() - stage_start > std::chrono::duration<double>(*planned.share_of_seconds);
    }
    const Next next = ended(one, recorder.schedule(), planned);
    return share_used ? Next::stop : next;
  });
  stage.finished = run.stopped == runtime::Stopped::by_strategy;
  planned.describe(stage);
  if (new_places_) return After::start_again;
  note_limits(planned);
  if (run.stopped == runtime::Stopped::by_signal) go_on_elsewhere(planned);
  if (!stopped_.empty() && !request_.checkpoint.empty() && planned.dpor != nullptr) {
    save_checkpoint(request_.checkpoint, planned);
  }
  const auto is_failure = [](const FoundFailure& found) { return is_violation(found.kind); };
  const bool failed = std::ranges::any_of(found_, is_failure) && !request_.keep_going;
  return failed || !stopped_.empty() || stage.complete ? After::end : After::next_stage;
}

void Explorer::note_limits(const PlannedStage& planned) {
  if (planned.dpor == nullptr) return;
  report_.share = planned.dpor->progress();
  if (!planned.dpor->statistics().too_many_threads) return;
  report_.share = 0;
  stopped_ = fmt::format(
      "more than {} threads take steps, too many for dpor; the other strategies have no such limit",
      DporStrategy::kMostThreads);
}

// With races=explore: whether it is a race of accesses that were not both steps, and now are.
bool Explorer::makes_steps(const runtime::Outcome& outcome) {
  const auto* race = std::get_if<runtime::DataRace>(&outcome.what);
  return race != nullptr && options_.races == runtime::Races::explore &&
         runtime::add_places(*race, options_.racy_places);
}

Next Explorer::ended(const ExecutionReport& one, const Schedule& schedule, const PlannedStage& planned) {
  if (makes_steps(one.outcome)) {
    new_places_ = true;
    return Next::stop;
  }
  const auto* completed = std::get_if<runtime::Completed>(&one.outcome.what);
  if (judge_ != nullptr || completed == nullptr || completed->status != 0) {
    // Of all that are found one is shown, so one is explained.
    const Detail detail = found_.empty() ? Detail::explained : Detail::verdict;
    JudgedExecution judged = judge_execution(one.outcome, judge_, detail);
    if (judged.history && unknown(judged.history->verdict)) {
      report_.reason = std::get<Unknown>(judged.history->verdict).reason;
    }
    const bool well = judged.kind == "completed" || judged.kind == "abandoned";
    if (!well && !note(one, judged.kind, schedule, std::move(judged.history))) return Next::stop;
  }
  return look_up(one, planned) ? Next::go_on : Next::stop;
}

bool Explorer::note(const ExecutionReport& one, std::string_view kind, const Schedule& schedule,
                    std::optional<CheckReport> history) {
  const std::uint64_t place = kind == "inconsistent" ? 0 : place_of(one.outcome);
  if (one.outcome.process_is_tainted) tainted_ = true;
  const auto same =
      std::ranges::find_if(found_, [&](const FoundFailure& f) { return f.kind == kind && f.place == place; });
  const auto* limit = std::get_if<runtime::LimitReached>(&one.outcome.what);
  // A loop that goes on for too long says nothing about the other executions.
  const bool harmless = limit != nullptr && limit->limit != runtime::Limit::time_in_step;
  if (same != found_.end()) {
    ++same->count;
  } else {
    const Stage& stage = report_.stages.back();
    found_.push_back({std::string(kind),
                      place,
                      schedule,
                      1,
                      one.number,
                      stage.strategy == "bounded",
                      std::move(history),
                      {}});
    if (kind == "nondeterminism" || harmless) found_.back().failure = without_trace(kind, one, schedule);
  }
  return harmless || (request_.keep_going && kind != "nondeterminism");
}

// The clock, the memory and the user, now and then.
bool Explorer::look_up(const ExecutionReport& one, const PlannedStage& planned) {
  constexpr std::uint64_t kPatience = 1 << 14;  // steps
  const std::uint64_t done = one.number + 1;
  if (request_.executions && !planned.is_preliminary() && done >= *request_.executions &&
      planned.stage.bound.empty()) {
    if (!planned.beyond_plan) stopped_ = fmt::format("limit of {} executions reached", *request_.executions);
    return false;
  }
  work_ += one.steps + 8;
  if (work_ < kPatience && !watch_.interrupted()) return true;
  work_ = 0;
  if (watch_.interrupted()) budget_.cancel();
  if (budget_.measure()) {
    if (!planned.beyond_plan || watch_.interrupted()) stopped_ = budget_.reason();
    return false;
  }
  progress_.add(sample());
  watch_.progress({planned.stage.strategy, done, judge_ != nullptr ? judge_->distinct_histories() : 0,
                   elapsed(), planned.dpor != nullptr ? planned.dpor->progress() : 0});
  return true;
}

ProgressSample Explorer::sample() const {
  ProgressSample now{elapsed(), 0, judge_ != nullptr ? judge_->distinct_histories() : 0};
  for (const Stage& stage : report_.stages) now.executions += stage.executions;
  return now;
}

void Explorer::conclude() {
  if (found_.empty()) repeat_first();
  bool seen_all = true;
  for (const FoundFailure& found : found_) {
    Failure failure = confirm(found);
    if (failure.kind == "nondeterminism") seen_all = false;
    if (is_violation(failure.kind)) {
      report_.failures.push_back(std::move(failure));
    } else {
      report_.reason = failure.sentence;
      seen_all = false;
    }
  }
  // It came to the end of its plan, but some executions were cut short: not everything was seen.
  Stage& last = report_.stages.back();
  if (!seen_all) last.complete = false;
  if (!stopped_.empty() && report_.reason.empty()) report_.reason = stopped_;
  if (last.complete || !stopped_.empty()) return;
  for (const Stage& stage : report_.stages) {
    if (stage.finished && !stage.bound.empty()) report_.within = stage.bound;
  }
}

std::string_view Explorer::advice() const {
  if (options_.isolate) return "";
  return " If it is something that a library keeps between executions, --isolate=fork gives each a process "
         "of its own.";
}

// The same choices may lead elsewhere in the next process, too: it is told as it was seen. And of a limit that was reached
// nobody wants to see all steps.
Failure Explorer::without_trace(std::string_view kind, const ExecutionReport& one,
                                const Schedule& schedule) const {
  ReplayStrategy none(schedule);
  Failure failure = in_words(std::string(kind), one.outcome, ExecutionTracer(none), {});
  if (kind == "nondeterminism") failure.sentence += advice();
  failure.schedule = schedule.to_text();
  failure.output = one.output;
  failure.found_at = one.number;
  return failure;
}

Failure Explorer::confirm(const FoundFailure& found) {
  Failure failure;
  if (found.failure) return *found.failure;
  const auto confirmed_by = [&](const Schedule& schedule) {
    failure = replay_in_fresh_process(schedule, request_);
    return failure.kind == found.kind;
  };
  const Schedule shortened = shorten_switches(found);
  if (!confirmed_by(shortened) && (shortened == found.schedule || !confirmed_by(found.schedule))) {
    failure.sentence = fmt::format(
        "An execution ended with {}, and when it was replayed in a fresh process with {}: something outside "
        "the "
        "schedule decides what happens.{}",
        found.kind, failure.kind, advice());
    failure.kind = "nondeterminism";
    failure.schedule = found.schedule.to_text();
  }
  failure.count = found.count;
  failure.found_at = found.number;
  failure.history = found.history;
  if (failure.kind == "inconsistent") {
    // Of the schedule as it was shortened: its history may be another.
    if (auto again = rerun(Schedule::from_text(failure.schedule), found))
      failure.history = std::move(again->history);
  }
  return failure;
}

// What bounded exploration found has the fewest preemptions already.
Schedule Explorer::shorten_switches(const FoundFailure& found) {
  constexpr std::uint64_t kMostReruns = 2'000;
  constexpr std::size_t kVeryLong = 20'000;  // choices: the report of such an execution is not for reading
  if (tainted_ || found.shortest || found.kind == "nondeterminism" ||
      found.schedule.choices.size() > kVeryLong) {
    return found.schedule;
  }
  BoundedStrategy bounded(0, 2);
  if (auto again = rerun(bounded, found, kMostReruns)) return std::move(again->schedule);
  return shorten(
      found.schedule,
      [&](const Schedule& schedule) -> std::optional<Schedule> {
        auto again = rerun(schedule, found);
        if (!again) return std::nullopt;
        return std::move(again->schedule);
      },
      kMostReruns);
}

std::optional<Explorer::Rerun> Explorer::rerun(const Schedule& schedule, const FoundFailure& found) {
  ReplayStrategy replay(schedule);
  return rerun(replay, found, 1);
}

std::optional<Explorer::Rerun> Explorer::rerun(Strategy& strategy, const FoundFailure& found,
                                               std::uint64_t most_executions) {
  std::optional<Rerun> result;
  if (tainted_) return result;
  ScheduleRecorder recorder(strategy, program_, options_.racy_places);
  runtime::run_program(recorder, options_, [&](const ExecutionReport& one) {
    tainted_ = tainted_ || one.outcome.process_is_tainted;
    JudgedExecution judged = judge_execution(one.outcome, judge_);
    const bool same =
        judged.kind == found.kind && (judged.kind == "inconsistent" || place_of(one.outcome) == found.place);
    if (same) result = Rerun{recorder.schedule(), std::move(judged.history)};
    return same || one.number + 1 >= most_executions ? Next::stop : Next::go_on;
  });
  return result;
}

}  // namespace

ExplorationReport explore(const ExplorationRequest& request, ExecutionJudge* judge,
                          const ExplorationWatch& watch) {
  return Explorer(request, judge, watch).run();
}

}  // namespace linnet
