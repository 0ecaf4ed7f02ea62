// Renumbers ranks by sorting the events once.
#include "check/monitors/dense_ranks.hpp"

#include <algorithm>
#include <vector>

namespace linnet {

Rank rank_count(const History& history) {
  Rank last = 0;
  for (const Operation& op : history.operations) {
    last = std::max(last, op.call);
    if (op.ret != kNever) last = std::max(last, op.ret);
  }
  return last + 1;
}

std::optional<History> with_dense_ranks(const History& history, Rank ranks) {
  if (ranks <= 4 * history.size() + 64) return std::nullopt;
  std::vector<Rank> events;
  events.reserve(2 * history.size());
  for (const Operation& op : history.operations) {
    events.push_back(op.call);
    if (op.ret != kNever) events.push_back(op.ret);
  }
  std::ranges::sort(events);
  const auto renumbered = [&events](Rank rank) {
    return static_cast<Rank>(std::ranges::lower_bound(events, rank) - events.begin());
  };
  History dense;
  dense.operations = history.operations;
  dense.words = history.words;
  for (Operation& op : dense.operations) {
    op.call = renumbered(op.call);
    if (op.ret != kNever) op.ret = renumbered(op.ret);
  }
  return dense;
}

}  // namespace linnet
