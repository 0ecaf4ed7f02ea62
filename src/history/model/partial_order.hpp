// A strict partial order on the operations of a history, from explicit edges.
//
// It is stored as direct predecessors (which a search needs to find the minimal operations), with
// reachability as one bitset row per operation, made on demand.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "history/model/groups.hpp"

namespace linnet {

class PartialOrder {
 public:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;  // first precedes second

  PartialOrder() = default;
  // REQUIRES: the edges are acyclic and, as the histories' builder arranges, lead from lower to higher index.
  PartialOrder(std::size_t size, std::span<const Edge> edges)
      : predecessors_(size, edges, &Edge::second, &Edge::first) {}

  std::size_t size() const { return predecessors_.size(); }
  std::span<const std::uint32_t> predecessors(std::uint32_t i) const { return predecessors_[i]; }
  bool precedes(std::uint32_t a, std::uint32_t b) const;

  // The order among only these (increasing) indices, renumbered.
  PartialOrder select(std::span<const std::uint32_t> indices) const;

  // If the order is an interval order, intervals that represent it: call and return of each operation as
  // distinct ranks below twice the size. Empty if it is not, or if it is too large (kLargestClosure) to find
  // out.
  struct Interval {
    std::uint32_t call, ret;
  };
  std::vector<Interval> intervals() const;

  static constexpr std::size_t kLargestClosure = 20'000;

 private:
  void close() const;
  bool reaches(std::uint32_t a, std::uint32_t b) const {
    return (rows_[b * words_ + a / 64] >> (a % 64) & 1) != 0;
  }

  Groups predecessors_;
  // Row b has bit a iff a precedes b. Filled by close(), which is not thread-safe: close before sharing.
  mutable std::vector<std::uint64_t> rows_;
  mutable std::size_t words_ = 0;
};

}  // namespace linnet
