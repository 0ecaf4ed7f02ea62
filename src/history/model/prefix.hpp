// Cuts a history at a moment.
#pragma once

#include <algorithm>

#include "history/model/history.hpp"

namespace linnet {

// Changes the operation to one that has not returned.
inline void reopen(Operation& op) {
  op.status = Operation::Status::pending;
  op.ret = kNever;
  op.result = Value();
}

// What had happened before the event of rank `end`: later calls are left out, and later returns have not
// come. REQUIRES: no explicit order.
inline History prefix_of(const History& history, Rank end) {
  History prefix = history;
  const auto later = std::ranges::lower_bound(prefix.operations, end, {}, &Operation::call);
  prefix.operations.erase(later, prefix.operations.end());
  std::erase_if(prefix.crashes, [&](const Crash& crash) { return crash.rank >= end; });
  for (Operation& op : prefix.operations) {
    const bool returned = op.completed() && op.ret < end;
    if (returned) continue;
    reopen(op);
    if (cut_off_at(prefix, op) != kNever) op.status = Operation::Status::crashed;
  }
  prefix.stuck = false;
  return prefix;
}

}  // namespace linnet
