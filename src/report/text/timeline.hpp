// A violation as a picture in text: one lane per thread, time from left to right.
//
//   thread 0  ┣━ enq(1) ━┫ ┣━ enq(2) ━┫ ├─ deq() → 1 ┄┄┄┄┄┄┄┄
//   thread 1                                ╠═ deq() → 2 ═╣
//
// Heavy lines are the core, double ones the operation that cannot be placed, dotted ends have not returned.
// Operations that do not fit are left out, the core last of all. If the rest still does not fit, it becomes a
// table with one line per operation, with bars if these fit, otherwise with ranks. If precedence is not given
// by time, the table says what comes after what. A line says how many operations are not shown.
#pragma once

#include <string>

#include "history/model/history.hpp"
#include "report/text/style.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

std::string timeline(const History& history, const Explanation& explanation, const Style& style);

}  // namespace linnet
