// Searches for a shorter schedule, and replays the failure in a fresh process.
#include "driver/exploring/confirmation.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/stopwatch.hpp"
#include "driver/exploring/replay.hpp"
#include "driver/exploring/schedule_shortener.hpp"

namespace linnet {

namespace {

// Whether the cause is the same, or causes are not told apart.
bool has_cause(const FoundFailure& found, const std::optional<CheckedHistory>& history) {
  return found.place == 0 || (history && history->explanation && cause_of(*history) == found.place);
}

}  // namespace

std::string_view advice_on_nondeterminism(const Setup& setup) {
  if (setup.options.isolate) return "";
  return " If it is something that a library keeps between executions, --isolate=fork gives each a process "
         "of its own.";
}

std::uint64_t cause_of(const CheckedHistory& inconsistent) {
  std::string words;
  for (const char c : inconsistent.explanation ? inconsistent.explanation->sentence : "") {
    if (c < '0' || c > '9') words += c;
  }
  if (inconsistent.explanation && inconsistent.explanation->culprit) {
    const History& history = inconsistent.history;
    words += history.method_name(history.operations[*inconsistent.explanation->culprit]);
  }
  return hash_text(words) | 1;
}

Worker& Confirmation::worker() {
  if (worker_ == nullptr) worker_ = subject_.program.fork();
  return *worker_;
}

Failure Confirmation::confirm(const FoundFailure& found) {
  Failure failure;
  if (found.failure) {
    failure = *found.failure;
  } else {
    failure = replay(found);
    failure.found_at = found.number;
  }
  failure.count = found.count;
  return failure;
}

// If the failure could not be confirmed, the result has a kind that is no failure.
Failure Confirmation::replay(const FoundFailure& found) try {
  Failure failure;
  const auto confirmed_by = [&](const Schedule& schedule) {
    failure = replay_in_fresh_process(schedule, subject_, request_);
    return failure.kind == found.kind;
  };
  const Schedule shortened = shorten_switches(found);
  if (confirmed_by(shortened) || (shortened != found.schedule && confirmed_by(found.schedule)))
    return failure;
  if (failure.kind == EndingKind::limit) {  // a limit is no evidence
    failure.sentence = fmt::format(
        "an execution ended with {}, and when it was replayed in a fresh process, a limit ended it: {}",
        name_of(found.kind), failure.sentence);
  } else if (found.kind == EndingKind::unsupported) {  // nor is what Linnet cannot run
    failure.sentence =
        fmt::format("an execution ended with {}, and when it was replayed in a fresh process with {}",
                    name_of(found.kind), name_of(failure.kind));
    failure.kind = EndingKind::limit;
  } else {
    failure.sentence = fmt::format(
        "An execution ended with {}, and when it was replayed in a fresh process with {}: something outside "
        "the schedule decides what happens.{}",
        name_of(found.kind), name_of(failure.kind), advice_on_nondeterminism(setup_));
    failure.kind = EndingKind::nondeterminism;
    failure.schedule = found.schedule.to_text();
    failure.history = found.history;
  }
  return failure;
} catch (const RunIsOver&) {
  Failure failure;
  failure.kind = EndingKind::limit;
  failure.sentence = fmt::format(
      "an execution ended with {}, and the time was over before it was replayed in a fresh process",
      name_of(found.kind));
  return failure;
}

// A failure that bounded exploration found already has the fewest preemptions.
Schedule Confirmation::shorten_switches(const FoundFailure& found) {
  constexpr std::uint64_t kMostReruns = 2'000;
  constexpr std::size_t kVeryLong = 20'000;  // choices: the report of such an execution cannot be read
  if (hurried_() || found.shortest || found.kind == EndingKind::nondeterminism ||
      found.schedule.choices.size() > kVeryLong) {
    return found.schedule;
  }
  if (auto again = setup_.options.memory_model ? std::nullopt : search_again(found))
    return std::move(again->schedule);
  return shorten(
      found.schedule,
      [&](const Schedule& schedule) -> std::optional<Schedule> {
        if (hurried_()) return std::nullopt;
        auto again = rerun(schedule, found);
        if (!again) return std::nullopt;
        return std::move(again->schedule);
      },
      kMostReruns);
}

std::optional<Confirmation::Rerun> Confirmation::rerun(const Schedule& schedule, const FoundFailure& found) {
  Worker& worker = this->worker();
  worker.send(Ask::replay, ReplayOrder{setup_, schedule, false, false, {}});
  ReplayedExecution one = worker.expect<ReplayedExecution>(Tell::replayed);
  if (one.ending.process_is_tainted) worker_.reset();
  JudgedExecution judged = judge_execution(one, subject_.judge);
  const bool same =
      !one.forbidden && judged.kind == found.kind &&
      (judged.kind == EndingKind::inconsistent ? has_cause(found, judged.history) : one.place == found.place);
  if (!same) return std::nullopt;
  return Rerun{std::move(one.schedule), std::move(judged.history)};
}

std::optional<Confirmation::Rerun> Confirmation::search_again(const FoundFailure& found) {
  constexpr std::uint64_t kMostExecutions = 2'000;
  constexpr double kMostSeconds = 10;
  ExploreOrder order;
  order.setup = setup_;
  order.stages = {{.strategy = StrategyKind::bounded, .preemptions = 2}};
  order.keep_going = true;
  order.judged = subject_.judge != nullptr;
  Worker& worker = this->worker();
  worker.send(Ask::explore, order);
  worker.send(Ask::turn, TurnOrder{kMostExecutions, 0, false});
  std::optional<Rerun> result;
  const Stopwatch since_start;
  bool asked = false, tainted = false;  // asked to stop
  for (;;) {
    std::optional<Connection::Message> message = worker.receive();
    if (!message) continue;
    const auto kind = static_cast<Tell>(message->kind);
    if (kind == Tell::ended) {
      if (tainted) worker_.reset();
      return result;
    }
    bool is_enough = hurried_() || since_start.seconds() > kMostSeconds;
    if (kind == Tell::turn_over) {
      is_enough = true;
      tainted = worker.body<TurnOver>(*message).why == WhyTurnEnded::tainted;
    } else if (!result && kind == Tell::recorded && found.kind == EndingKind::inconsistent) {
      const auto one = worker.body<RecordedExecution>(*message);
      std::optional<CheckedHistory> report =
          subject_.judge->judge(one.recording, one.ended, Detail::explained);
      if (report && violated(report->verdict) && has_cause(found, report))
        result = Rerun{one.schedule, std::move(report)};
    } else if (!result && kind == Tell::found) {
      const auto one = worker.body<FoundEnding>(*message);
      if (runtime::kind_of(one.ending) == found.kind && one.place == found.place)
        result = Rerun{one.schedule, std::nullopt};
    }
    if (!std::exchange(asked, asked || result || is_enough) && asked) worker.send(Ask::stop);
  }
}

}  // namespace linnet
