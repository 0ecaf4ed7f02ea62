// QuasiTrace: ways are told from their ends.
#include "check/quasi/trace.hpp"

#include <algorithm>

namespace linnet {

QuasiTrace::Id QuasiTrace::append(Id parent, OperationIndex operation, bool sequenced,
                                  QuasiForesight::Outlook outlook) {
  Entry entry;
  entry.parent = parent;
  entry.operation = operation & kMostOperations;
  entry.sequenced = sequenced;
  entry.outlook = outlook;
  entries_.push_back(entry);
  return static_cast<Id>(entries_.size() - 1);
}

void QuasiTrace::add_alternative(Id way, Id other) {
  Id last = way;
  while (entries_[last].alternative != kRoot) last = entries_[last].alternative;
  entries_[last].alternative = other;
}

QuasiWitness QuasiTrace::orders(Id way, const QuasiForesight* foresight) const {
  QuasiWitness orders;
  std::vector<OperationIndex> stack;
  if (foresight != nullptr && way != kRoot) stack = foresight->some_stack(entries_[way].outlook);
  const auto is_possible = [&](const Entry& entry) {
    if (foresight == nullptr) return true;
    const QuasiForesight::Outlook before = entries_[entry.parent].outlook;
    return entry.sequenced ? foresight->can_be(before, stack)
                           : foresight->undo(entry.operation, before, stack);
  };
  while (way != kRoot) {
    while (!is_possible(entries_[way])) way = entries_[way].alternative;
    const Entry& entry = entries_[way];
    (entry.sequenced ? orders.sequentialization : orders.permutation).push_back(entry.operation);
    way = entry.parent;
  }
  std::ranges::reverse(orders.sequentialization);
  std::ranges::reverse(orders.permutation);
  return orders;
}

}  // namespace linnet
