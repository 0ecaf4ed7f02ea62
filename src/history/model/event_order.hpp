// The events of a history in real-time order, as writers and reports need them.
#pragma once

#include <algorithm>
#include <vector>

#include "history/model/history.hpp"

namespace linnet {

// Calls on_call(op), on_return(op) and on_crash(crash) in the order of ranks. REQUIRES: !history.order.
template <class OnCall, class OnReturn, class OnCrash>
void for_each_event(const History& history, OnCall on_call, OnReturn on_return, OnCrash on_crash) {
  std::vector<OperationIndex> by_return;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    if (history.operations[i].ret != kNever) by_return.push_back(i);
  }
  const auto& ops = history.operations;
  std::sort(by_return.begin(), by_return.end(), [&](auto a, auto b) { return ops[a].ret < ops[b].ret; });
  auto next_return = by_return.begin();
  auto next_crash = history.crashes.begin();
  const auto up_to = [&](Rank rank) {
    for (;;) {
      const Rank ret = next_return != by_return.end() ? ops[*next_return].ret : kNever;
      const Rank crash = next_crash != history.crashes.end() ? next_crash->rank : kNever;
      if (std::min(ret, crash) >= rank) return;
      if (ret < crash) {
        on_return(ops[*next_return++]);
      } else {
        on_crash(*next_crash++);
      }
    }
  };
  for (const Operation& op : ops) {
    up_to(op.call);
    on_call(op);
  }
  up_to(kNever);
}

}  // namespace linnet
