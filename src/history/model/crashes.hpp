// Which crash cut an operation off.
#pragma once

#include "history/model/history.hpp"

namespace linnet {

// The first crash of the operation's thread, or of all threads, after its call; kNever if there is none. That
// is the one which cut it off, if one did.
Rank cut_off_at(const History& history, const Operation& op);

}  // namespace linnet
