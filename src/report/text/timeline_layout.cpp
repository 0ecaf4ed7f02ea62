// Columns for calls and returns, in one pass over the events.
#include "report/text/timeline_layout.hpp"

#include <algorithm>

#include "history/model/history.hpp"
#include "report/text/canvas.hpp"

namespace linnet {

bool is_open(const History& history, const Explanation& explanation, OperationIndex operation) {
  return !history.operations[operation].completed() ||
         std::ranges::binary_search(explanation.open, operation);
}

bool is_cut_off(const History& history, const Explanation& explanation, OperationIndex operation) {
  const Operation& op = history.operations[operation];
  if (op.status != Operation::Status::crashed) return false;
  return !explanation.last || cut_off_at(history, op) < history.operations[*explanation.last].ret;
}

std::string label_of(const History& history, const Explanation& explanation, OperationIndex operation,
                     const Style& style) {
  constexpr std::size_t kLongest = 40;
  Operation op = history.operations[operation];
  if (is_open(history, explanation, operation)) op.status = Operation::Status::pending;
  return spelled(shortened(history.describe(op), kLongest), style);
}

namespace {

struct Event {
  Rank rank;
  bool is_call;
  std::size_t bar;
};

// Operations that the same crash cut off end in one column. REQUIRES: events are in order, and their bars
// have columns.
void align_crashes(std::vector<Bar>& bars, const std::vector<Event>& events) {
  for (std::size_t e = events.size(); e-- > 1;) {
    if (events[e - 1].rank == events[e].rank) bars[events[e - 1].bar].to = bars[events[e].bar].to;
  }
}

}  // namespace

TimelineLayout lay_out(const History& history, const Explanation& explanation,
                       const std::vector<OperationIndex>& shown, const std::vector<std::string>& labels,
                       std::size_t padding) {
  TimelineLayout layout;
  std::vector<Event> events;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const Operation& op = history.operations[shown[k]];
    const bool cut = is_cut_off(history, explanation, shown[k]);
    const bool open = !cut && is_open(history, explanation, shown[k]);
    events.push_back({op.call, true, k});
    if (!open) events.push_back({cut ? cut_off_at(history, op) : op.ret, false, k});
    layout.bars.push_back({shown[k], 0, 0, 0, open, cut, labels[k]});
  }
  std::ranges::sort(events, {}, &Event::rank);

  std::size_t column = 0;
  bool after_call = true;
  for (const Event& event : events) {
    Bar& bar = layout.bars[event.bar];
    if (event.is_call) {
      if (!after_call) column += 2;
      bar.from = column;
    } else {
      column = std::max(after_call ? column + 1 : column, bar.from + columns(bar.label) + padding - 1);
      bar.to = column;
    }
    after_call = event.is_call;
  }
  align_crashes(layout.bars, events);
  layout.width = column + 1;
  for (const Bar& bar : layout.bars) {
    if (bar.open) layout.width = std::max(layout.width, bar.from + columns(bar.label) + padding + 1);
  }
  for (Bar& bar : layout.bars) {
    if (bar.open) bar.to = layout.width - 1;
  }
  return layout;
}

}  // namespace linnet
