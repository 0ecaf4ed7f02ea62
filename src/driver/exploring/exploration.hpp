// Explores a program under test: plan → have it run → judge → shorten → confirm.
//
// A process of the program explores, and reports what is new. Every failure is shortened to few switches and
// then confirmed: a fresh process replays the schedule and also records the trace, so that the executions of
// an exploration need not record it. A failure that does not happen again in the same way is reported as
// nondeterminism.
#pragma once

#include <functional>
#include <string_view>

#include "driver/exploring/exploration_request.hpp"
#include "driver/exploring/history_folder.hpp"
#include "driver/exploring/recording_judge.hpp"
#include "driver/program/program.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

struct ExplorationProgress {
  StrategyKind strategy{};
  std::uint64_t executions = 0;
  std::uint64_t histories = 0;
  double seconds = 0;
  double share = 0;  // of the space, as estimated; 0 if not known
};

struct ExplorationWatch {
  std::function<void(const ExplorationProgress&)> progress = [](const ExplorationProgress&) {
  };  // called from time to time
  std::function<bool()> interrupted = [] { return false; };
  // The memory orders that ran, if orders are tried (RuntimeOptions::order_changes).
  std::function<void(const std::vector<runtime::OrderSite>&)> met_orders =
      [](const std::vector<runtime::OrderSite>&) {};
};

// The program's main, or a scenario of one of its tests, whose recordings are judged.
struct Subject {
  ProgramUnderTest& program;
  const ObjectTest* test = nullptr;
  const Scenario* scenario = nullptr;
  RecordingJudge* judge = nullptr;          // null: nothing is judged
  HistoryCollection* collection = nullptr;  // for all histories; null: none
  std::string_view part = "";               // which of several explorations of it, for a checkpoint
};

Setup setup_of(const Subject& subject, const ExplorationRequest& request);

ExploredProgram explore(const Subject& subject, const ExplorationRequest& request,
                        const ExplorationWatch& watch);

}  // namespace linnet
