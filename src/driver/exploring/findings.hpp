// What an exploration has found: it hears what processes told, merged into one order, and makes the report of it.
//
// Nothing here depends on when a message came, or from which process: only on the order in which they are merged.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/exploring/exploration.hpp"
#include "driver/exploring/exploration_checkpoint.hpp"
#include "driver/exploring/exploration_plan.hpp"

namespace linnet {

// Later messages of a process refer to these.
struct ToldByProcess {
  // By message: the failure that it belongs to, if any, and its number in the collection.
  struct Recorded {
    std::optional<std::size_t> failure, number;
    bool alarm = false, false_alarm = false;  // of conflict serializability
  };
  std::vector<Recorded> recorded;
  std::vector<std::size_t> found;  // by message: the failure
  std::vector<runtime::CallStack> places_of_cuts;
  std::vector<std::uint64_t> times_cut;
};

class Findings {
 public:
  // REQUIRES: all of them outlive it.
  Findings(const Subject& subject, const ExplorationRequest& request, const ExplorationWatch& watch,
           const ExplorationPlan& plan, const Setup& setup);

  void load(const ExplorationCheckpoint& earlier);
  // Fills in what was found so far.
  void save(ExplorationCheckpoint& checkpoint) const;
  // The exploration begins at its first execution: what was found does not count. What is not covered stays so.
  void begin_again();

  // `number` is that of the execution, among all.
  void note(ToldByProcess& told, const RecordedExecution& one, std::uint64_t number);
  void note(ToldByProcess& told, const FoundEnding& one, std::uint64_t number);
  void note(ToldByProcess& told, const Seen& seen);
  void note(const StageCount& count);
  void note(const ToldByProcess& told, const TurnOver& over);
  // Has what the turns before have brought, too.
  void note_brought(std::size_t stage, const Turns::Member& member);
  // Whether the user suppressed this race: then the places are more than they were, and its accesses are to be steps.
  bool suppresses(const runtime::ExecutionEnding& ending, std::vector<CodeOffset>& racy_places);
  // The choices of the first execution lead elsewhere.
  void note_nondeterminism(const runtime::ExecutionEnding& ending, const Schedule& first,
                           const std::string& output);

  // Later messages are no part of the result.
  bool is_decided() const { return decided_; }
  bool has_failures() const { return !found_.empty(); }
  // Whether a strategy has seen all there is, and nothing failed.
  bool is_complete() const;
  // Histories that were new in this turn so far, and orders of accesses that were new in this one.
  std::uint64_t histories_of_turn() const { return histories_of_turn_; }
  std::uint64_t count_new_orders(const std::vector<std::uint64_t>& orders);
  ProgressSample sample(double seconds) const;
  double share() const { return report_.share; }

  // Why the exploration ended early; empty if it did not.
  std::string stopped;

  // The report, with every failure confirmed. `hurried` says whether there is time only for that.
  ExploredProgram conclude(std::vector<ProgressSample> progress, const std::function<bool()>& hurried);

 private:
  std::uint64_t histories() const;
  FoundFailure& add_found(EndingKind kind, std::uint64_t place, const Schedule& schedule,
                          const StageCount& count, std::uint64_t number);
  void note_alarm(ToldByProcess::Recorded& recorded, const RecordedExecution& one, bool is_false);
  void note_again(const ToldByProcess::Recorded& recorded);
  void confirm_failures(const std::function<bool()>& hurried);
  void say_what_is_covered();
  std::string bound_of_complete() const;
  void put_last_what_decides();
  Failure without_trace(EndingKind kind, const FoundEnding& one, std::uint64_t number) const;

  const Subject& subject_;
  const ExplorationRequest& request_;
  const ExplorationWatch& watch_;
  const ExplorationPlan& plan_;
  const Setup& setup_;

  ExploredProgram report_;
  std::vector<FoundFailure> found_;
  std::size_t found_by_ = 0;  // the stage that found the first failure
  absl::flat_hash_set<RecordingKey> met_;
  absl::flat_hash_set<std::uint64_t> orders_;  // of conflicting accesses, as hashes
  std::uint64_t histories_of_turn_ = 0;
  bool has_false_alarm_ = false;  // to show
  std::size_t explained_ = 0;     // inconsistent histories, to tell their causes apart
  bool calls_recorded_ = false;
  bool seen_all_ = true;
  bool decided_ = false;
  runtime::NotCovered not_covered_;                   // also by earlier runs
  std::map<runtime::CallStack, std::uint64_t> cuts_;  // where threads were cut
};

}  // namespace linnet
