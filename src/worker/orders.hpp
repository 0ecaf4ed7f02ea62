// What a process of the program does when `linnet` asks for it.
#pragma once

#include <algorithm>

#include "protocol/requests.hpp"

namespace linnet::worker {

// Explores: the turns that are asked for, one after the other, and what is new in each execution is sent. Returns when it is over and
// that was said. REQUIRES: called from drive(); the order outlives all executions of this process.
void explore(const ExploreOrder& order, Connection& linnet);

// Phase 1 of the automatic mode: every serial run of a scenario. Each distinct run is sent as it is recorded; what went wrong
// ends it. REQUIRES: as explore().
void run_serially(const SerialOrder& order, Connection& linnet);

// One execution again, as a schedule says. REQUIRES: as explore().
ReplayedExecution replay(const ReplayOrder& order);

// From now on executions are those of the setup. REQUIRES: it outlives them.
void choose(const Setup& setup);

// How much of a call stack is told: who reads it wants to know where it ends, and an endless recursion has a million calls.
inline void keep_innermost(runtime::CallStack& stack) {
  constexpr std::size_t kMost = 50;
  stack.resize(std::min(stack.size(), kMost));
}

}  // namespace linnet::worker
