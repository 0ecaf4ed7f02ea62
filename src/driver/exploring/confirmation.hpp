// Shortens a failure to few switches, and confirms it: a fresh process replays the schedule, and also records
// the trace. A failure that does not happen again in the same way is reported as nondeterminism.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "driver/exploring/exploration.hpp"
#include "driver/exploring/exploration_checkpoint.hpp"

namespace linnet {

class Confirmation {
 public:
  // `hurried` says whether there is time only for the replay. REQUIRES: the first three outlive it.
  Confirmation(const Subject& subject, const ExplorationRequest& request, const Setup& setup,
               std::function<bool()> hurried)
      : subject_(subject), request_(request), setup_(setup), hurried_(std::move(hurried)) {}

  Failure confirm(const FoundFailure& found);

 private:
  struct Rerun {
    Schedule schedule;
    std::optional<CheckedHistory> history;
  };
  Failure replay(const FoundFailure& found);
  Schedule shorten_switches(const FoundFailure& found);
  // The first execution with few preemptions that fails in the same way; and the execution of a schedule, if
  // it fails so.
  std::optional<Rerun> search_again(const FoundFailure& found);
  std::optional<Rerun> rerun(const Schedule& schedule, const FoundFailure& found);
  // A process that can run one execution after the other.
  Worker& worker();

  const Subject& subject_;
  const ExplorationRequest& request_;
  const Setup& setup_;
  std::function<bool()> hurried_;
  std::unique_ptr<Worker> worker_;
};

// Two inconsistent histories have the same cause if the same operation cannot be placed, and the same words
// explain it, whatever the values are. The result is never 0. REQUIRES: the history is a violation that was
// explained.
std::uint64_t cause_of(const CheckedHistory& inconsistent);

// What a user can do about nondeterminism; empty if that is done already.
std::string_view advice_on_nondeterminism(const Setup& setup);

}  // namespace linnet
