// Phase 1 of the automatic mode: every serial run of a scenario, in this process.
#pragma once

#include "protocol/requests.hpp"

namespace linnet::worker {

// Each distinct run is sent as it is recorded; what went wrong ends it. REQUIRES: as explore().
void run_serially(const SerialOrder& order, Connection& linnet);

}  // namespace linnet::worker
