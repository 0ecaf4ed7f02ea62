// Jepsen's text log: lines with process, type, function and value between tabs, among others that are
// skipped.
//
//   INFO  jepsen.util - 0	:invoke	:read	nil
//   INFO  jepsen.util - 0	:ok	:read	3
#pragma once

#include "history/formats/format.hpp"

namespace linnet {

extern const Format kJepsenLogFormat;

}  // namespace linnet
