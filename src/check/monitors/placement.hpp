// Makes a witness of linearization points.
#pragma once

#include <span>
#include <vector>

#include "history/model/operation.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// An operation with the gap that its linearization point lies in (see value_lives.hpp).
struct Placed {
  OperationIndex operation;
  Rank gap;
};

// Orders the operations by gap; within a gap, they stay as given. REQUIRES: gaps are below `ranks`.
inline Witness by_gap(std::span<const Placed> placed, Rank ranks) {
  std::vector<std::uint32_t> next(ranks + std::size_t{1}, 0);
  for (const Placed& p : placed) ++next[p.gap + 1];
  for (Rank gap = 0; gap < ranks; ++gap) next[gap + 1] += next[gap];
  Witness witness;
  witness.order.resize(placed.size());
  for (const Placed& p : placed) witness.order[next[p.gap]++] = p.operation;
  return witness;
}

}  // namespace linnet
