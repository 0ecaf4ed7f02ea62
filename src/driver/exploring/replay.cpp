// Replays one execution with a trace. If the machine crashed in it, further replays find out which flush was
// missing.
#include "driver/exploring/replay.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "driver/naming/trace_words.hpp"

namespace linnet {

namespace {

using runtime::PersistentLine;

class Replay {
 public:
  Replay(const Schedule& schedule, const Subject& subject, const ExplorationRequest& request, Worker& worker)
      : schedule_(schedule), subject_(subject), setup_(setup_of(subject, request)), worker_(worker) {
    setup_.options.isolate = false;  // it is alone in its process
    setup_.options.racy_places = schedule.racy_places;
    setup_.options.memory_model = schedule.memory_model;
    if (!schedule.racy_places.empty()) setup_.options.races = runtime::Races::explore;
  }

  Failure run() {
    ReplayOrder order{setup_, schedule_, false, true, {}};
    order.setup.options.note_lines = true;
    worker_.send(Ask::replay, order);
    const auto one = worker_.expect<ReplayedExecution>(Tell::replayed);
    Failure failure;
    if (one.misfit) {
      failure.kind = EndingKind::misfit;
      failure.sentence = *one.misfit;
      failure.schedule = schedule_.to_text();
      return failure;
    }
    JudgedExecution judged = judge_execution(one, subject_.judge);
    SeenExecution seen{one.ending, one.trace, one.modules, one.power_failures};
    if (judged.kind != EndingKind::completed && !one.ending.process_is_tainted)
      seen.to_blame = lines_to_blame(one.power_failures);
    failure = in_words(judged.kind, seen);
    failure.output = one.output;
    if (judged.history && judged.history->explanation)
      failure.sentence = judged.history->explanation->sentence;
    failure.history = std::move(judged.history);
    failure.schedule = one.schedule.to_text();
    return failure;
  }

 private:
  // Whether the execution would pass if these lines had been persistent.
  bool passes_if_persistent(std::vector<PersistentLine> lines) {
    ReplayOrder order{setup_, schedule_, true, false, {}};
    order.setup.options.as_if_persistent = std::move(lines);
    worker_.send(Ask::replay, order);
    const JudgedExecution judged =
        judge_execution(worker_.expect<ReplayedExecution>(Tell::replayed), subject_.judge);
    return judged.kind == EndingKind::completed && !judged.history;
  }

  // The missing flush or fence: the lines that make the difference, a single one if there is one. Stores that
  // were lost without having been flushed come first: a flush that only lacks its fence may be on its way.
  std::vector<PersistentLine> lines_to_blame(const std::vector<runtime::PowerFailure>& crashes) {
    std::vector<PersistentLine> lost, flushed_ones;
    for (const runtime::PowerFailure& crash : crashes) {
      for (const runtime::LostLine& line : crash.lost) {
        const bool flushed = std::ranges::all_of(line.stores, &runtime::StoreBeforeCrash::flushed);
        (flushed ? flushed_ones : lost).push_back(line.line);
      }
    }
    lost.insert(lost.end(), flushed_ones.begin(), flushed_ones.end());
    for (const PersistentLine& line : lost) {
      if (passes_if_persistent({line})) return {line};
    }
    if (lost.size() > 1 && passes_if_persistent(lost)) return lost;
    return {};
  }

  const Schedule& schedule_;
  const Subject& subject_;
  Setup setup_;
  Worker& worker_;
};

}  // namespace

Failure replay_in_fresh_process(const Schedule& schedule, const Subject& subject,
                                const ExplorationRequest& request) {
  const std::unique_ptr<Worker> fresh = subject.program.fork();
  return Replay(schedule, subject, request, *fresh).run();
}

Failure replay(const Subject& subject, const ExplorationRequest& request, Worker& worker) {
  const Schedule schedule = Schedule::from_text(request.replay);
  const std::uint32_t program = subject.program.fingerprint();
  if (schedule.program != program) {
    throw InputError(fmt::format(
        "this schedule belongs to another program or to another version of it: found {:08x}, expected {:08x}",
        schedule.program, program));
  }
  Failure failure = Replay(schedule, subject, request, worker).run();
  if (failure.kind == EndingKind::misfit)
    throw InputError("this schedule does not fit the program: " + failure.sentence);
  return failure;
}

}  // namespace linnet
