// The positions of the intervals of a timeline: columns from left to right in the order of calls and returns.
//
// Only precedence has to be visible, not duration: an operation that returned before another was called ends
// to the left of it, and operations that overlap share a column. Neighbouring calls share one column, and a
// return comes as soon as its label fits, so the picture is as narrow as the order allows.
#pragma once

#include <string>
#include <vector>

#include "history/model/history.hpp"
#include "report/text/style.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

struct Bar {
  OperationIndex operation = 0;
  std::size_t row = 0;
  std::size_t from = 0, to = 0;  // columns of its call and of its return, or of the picture's end
  bool open = false;             // it had not returned by the end of the prefix
  bool cut = false;              // it ends where a crash cut it off
  std::string label;
};

struct TimelineLayout {
  std::vector<Bar> bars;  // in the order of calls
  std::size_t width = 0;  // columns
};

// "enq(1)", "deq() → 2"; "deq() → …" if it has not returned in the prefix. Long labels are shortened.
std::string label_of(const History& history, const Explanation& explanation, OperationIndex operation,
                     const Style& style);
bool is_open(const History& history, const Explanation& explanation, OperationIndex operation);
// Whether a crash cut the operation off, within the prefix.
bool is_cut_off(const History& history, const Explanation& explanation, OperationIndex operation);

// Gives bars with these labels, one for each operation shown, their columns: wide enough for the label and
// `padding` more columns. Rows are left at 0. REQUIRES: no explicit order.
TimelineLayout lay_out(const History& history, const Explanation& explanation,
                       const std::vector<OperationIndex>& shown, const std::vector<std::string>& labels,
                       std::size_t padding);

}  // namespace linnet
