// cut_off_at: crashes are in the order of time, so the search begins at the call.
#include "history/model/crashes.hpp"

#include <algorithm>

namespace linnet {

Rank cut_off_at(const History& history, const Operation& op) {
  const auto later = std::ranges::upper_bound(history.crashes, op.call, {}, &Crash::rank);
  const auto crash = std::find_if(later, history.crashes.end(),
                                  [&](const Crash& c) { return !c.thread || *c.thread == op.thread; });
  return crash == history.crashes.end() ? kNever : crash->rank;
}

}  // namespace linnet
