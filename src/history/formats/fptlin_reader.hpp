// The files of fptlin: `process start end METHOD value...`.
//
//   # queue
//   0 1 5 ENQ 10
//   2 4 8 DEQ 10
#pragma once

#include "history/formats/format.hpp"

namespace linnet {

extern const Format kFptlinFormat;

}  // namespace linnet
