// Explores the program this process is: plan → run → judge → shorten → confirm.
//
// Every failure is shortened to few switches and then confirmed: the schedule is replayed by a fresh process, which
// also records the trace, so that the executions of an exploration need not. One that does not fail again in the
// same way is reported as nondeterminism.
#pragma once

#include <functional>
#include <string>

#include "driver/exploring/execution_judge.hpp"
#include "driver/exploring/exploration_request.hpp"
#include "verdict/exploration_report.hpp"

namespace linnet {

struct ExplorationProgress {
  std::string strategy;
  std::uint64_t executions = 0;
  std::uint64_t histories = 0;
  double seconds = 0;
  double share = 0;  // of the space, as estimated; 0 if not known
};

struct ExplorationWatch {
  std::function<void(const ExplorationProgress&)> progress;  // now and then
  std::function<bool()> interrupted;
  // Starts this program anew to go on from that checkpoint, which is removed: a signal has left this process in a
  // state that no execution should start from. Does not return if it can be done.
  std::function<void(const std::string& checkpoint)> start_anew;
};

// REQUIRES: called from drive(). `judge` is null for a program that records no operations.
ExplorationReport explore(const ExplorationRequest& request, ExecutionJudge* judge,
                          const ExplorationWatch& watch);

}  // namespace linnet
