// The files of PolyLin and fastlin: `method value start end`, or `method value result start end` for sets, in
// PolyLin's older files with the number of the operation in front. They do not say which thread called.
//
//   # stack
//   push 1 1 2
//   pop 1 5 6
//   pop -1 9 12
#pragma once

#include "history/formats/format.hpp"

namespace linnet {

extern const Format kPolylinFormat;
extern const Format kFastlinFormat;

}  // namespace linnet
