// Operations on a memory of words (specification mwcas) as a graph: who found what whom wrote.
//
// Example: swap([A],[i3]) → [i2] and swap([A],[i4]) → [i2] both lead back to the one that wrote i2 to A: a fork, and no
// order of the swaps explains it (Figure 11 of the paper on multi-word persistent primitives).
#pragma once

#include <optional>
#include <vector>

#include "history/model/history.hpp"

namespace linnet {

struct WordEdge {
  enum class Kind : std::uint8_t {
    reads_from,  // `to` found what `from` wrote
    overwrites,  // `to` replaced what `from` read
    fails,       // `to` failed because `from` had replaced what it expected; of several, one is enough
  } kind;
  std::optional<OperationIndex> from;  // absent: what was there in the beginning, or was not
  OperationIndex to;
  Value location;
  Value value;            // that was found there, or was not
  bool replaced = false;  // of reads_from: and `to` wrote something else there
};

// Whether `a` precedes `b`, and no third operation of those shown is between them.
bool precedes_directly(const History& history, OperationIndex a, OperationIndex b,
                       const std::vector<OperationIndex>& shown);

// Among these operations. REQUIRES: the history was resolved against specification mwcas.
std::vector<WordEdge> word_edges(const History& history, const std::vector<OperationIndex>& shown);

}  // namespace linnet
