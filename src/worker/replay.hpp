// One execution again, as a schedule says.
#pragma once

#include "protocol/requests.hpp"

namespace linnet::worker {

// REQUIRES: as explore().
ReplayedExecution replay(const ReplayOrder& order);

}  // namespace linnet::worker
