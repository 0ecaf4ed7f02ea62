// Columns for calls and returns, in one pass over the events.
#include "report/timeline_layout.hpp"

#include <algorithm>

#include "report/canvas.hpp"

namespace linnet {

bool is_open(const History& history, const Explanation& explanation, OperationIndex operation) {
  return !history.operations[operation].completed() ||
         std::ranges::binary_search(explanation.open, operation);
}

std::string label_of(const History& history, const Explanation& explanation, OperationIndex operation,
                     const Style& style) {
  constexpr std::size_t kLongest = 40;
  Operation op = history.operations[operation];
  if (is_open(history, explanation, operation)) op.status = Operation::Status::pending;
  return spelled(shortened(history.describe(op), kLongest), style);
}

TimelineLayout lay_out(const History& history, const Explanation& explanation,
                       const std::vector<OperationIndex>& shown, const std::vector<std::string>& labels,
                       std::size_t padding) {
  struct Event {
    Rank rank;
    bool is_call;
    std::size_t bar;
  };
  TimelineLayout layout;
  std::vector<Event> events;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const Operation& op = history.operations[shown[k]];
    const bool open = is_open(history, explanation, shown[k]);
    events.push_back({op.call, true, k});
    if (!open) events.push_back({op.ret, false, k});
    layout.bars.push_back({shown[k], 0, 0, 0, open, labels[k]});
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
