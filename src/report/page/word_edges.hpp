// Operations on a memory of words (specification mwcas) as a graph: which operation found the value that
// another wrote.
//
// Example: swap([A],[i3]) → [i2] and swap([A],[i4]) → [i2] both lead back to the operation that wrote i2 to
// A: a fork, and no order of the swaps explains it (Figure 11 of the paper on multi-word persistent
// primitives).
#pragma once

#include <optional>
#include <vector>

#include "history/model/history.hpp"

namespace linnet {

struct WordEdge {
  enum class Kind : std::uint8_t {
    reads_from,  // `to` found the value that `from` wrote
    overwrites,  // `to` replaced the value that `from` read
    fails,       // `to` failed because `from` had replaced the value it expected; one of several is enough
  } kind;
  std::optional<OperationIndex> from;  // absent: the initial value
  OperationIndex to;
  Value location;
  Value value;            // the value that was found, or not found
  bool replaced = false;  // for reads_from: `to` also wrote something else there
};

// Whether `a` precedes `b`, and no third operation of those shown is between them.
bool precedes_directly(const History& history, OperationIndex a, OperationIndex b,
                       const std::vector<OperationIndex>& shown);

// The edges among these operations. REQUIRES: the history was resolved against specification mwcas.
std::vector<WordEdge> word_edges(const History& history, const std::vector<OperationIndex>& shown);

}  // namespace linnet
