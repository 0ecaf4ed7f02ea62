// Explores in this process: the stages of the plan one after the other, and what is new in each execution is sent.
#pragma once

#include "protocol/requests.hpp"

namespace linnet::worker {

// Returns when it is over and that was said. REQUIRES: called from drive(); the order outlives all executions of this process.
void explore(const ExploreOrder& order, Connection& linnet);

// From now on executions are those of the setup. REQUIRES: it outlives them.
void choose(const Setup& setup);

}  // namespace linnet::worker
