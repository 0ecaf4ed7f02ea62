// Where the intervals of a timeline go: columns from left to right in the order of calls and returns.
//
// Only precedence has to be seen, not duration: whatever returned before something was called ends to the
// left of it, and what overlaps shares a column. Neighbouring calls share one column, a return comes as soon
// as its label fits, and so the picture is as narrow as the order allows.
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
  std::size_t from = 0, to = 0;  // columns of its call and of its return, or of where the picture ends
  bool open = false;             // had not returned by the end of the prefix
  bool cut = false;              // ends where a crash cut it off
  std::string label;
};

struct TimelineLayout {
  std::vector<Bar> bars;  // in the order of calls
  std::size_t width = 0;  // columns
};

// "enq(1)", "deq() → 2"; "deq() → …" for one that has not returned in the prefix; not too long to be shown.
std::string label_of(const History& history, const Explanation& explanation, OperationIndex operation,
                     const Style& style);
bool is_open(const History& history, const Explanation& explanation, OperationIndex operation);
// Cut off by a crash, within the prefix.
bool is_cut_off(const History& history, const Explanation& explanation, OperationIndex operation);

// Gives bars with these labels, one for each operation shown, their columns: wide enough for the label and
// `padding` columns more. Rows are left at 0. REQUIRES: no explicit order.
TimelineLayout lay_out(const History& history, const Explanation& explanation,
                       const std::vector<OperationIndex>& shown, const std::vector<std::string>& labels,
                       std::size_t padding);

}  // namespace linnet
