// Answers for a specification of the program's own. It has a process for itself: no execution is ever run there, so its states
// stay, and if a method of it crashes, nothing else does.
#pragma once

#include "protocol/requests.hpp"

namespace linnet::worker {

// Until `linnet` has no more questions. REQUIRES: the test has such a specification.
void answer_for_specification(std::uint32_t test, Connection& linnet);

}  // namespace linnet::worker
