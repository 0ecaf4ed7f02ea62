// LiMo's (and Violin's) event logs of queues and stacks; the order of lines is time.
//
//   # @object atomic-queue
//   [1] call add(1)
//   [2] call remove
//   [1] return
//   [2] return 1
//
// The number is a thread's or, where no number occurs twice, an operation's.
#pragma once

#include "history/formats/format.hpp"

namespace linnet {

extern const Format kLimoFormat;

}  // namespace linnet
