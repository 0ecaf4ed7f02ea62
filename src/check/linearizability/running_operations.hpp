// Which operations run in a gap, while operations are taken away.
//
// Those that run in gap k (call_gaps.hpp) are among the first k + 1, in the order of their calls, and end after it. A
// segment tree knows the greatest end below every node; its leaves are blocks of operations, which keeps it small.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "history/model/history.hpp"

namespace linnet {

class RunningOperations {
 public:
  // None runs: set_end() those that do, then build().
  explicit RunningOperations(std::size_t operations)
      : blocks_(operations / kBlock + 1),
        leaves_(std::bit_ceil(blocks_)),
        end_(blocks_ * kBlock, 0),
        latest_(2 * leaves_, 0) {}

  void set_end(OperationIndex i, Rank end) { end_[i] = end; }
  void build() {
    for (std::size_t block = 0; block < blocks_; ++block) latest_[leaves_ + block] = latest_in(block);
    for (std::size_t node = leaves_; node-- > 1;) pull(node);
  }

  void remove(OperationIndex i) {
    end_[i] = 0;
    std::size_t node = leaves_ + i / kBlock;
    latest_[node] = latest_in(i / kBlock);
    while ((node /= 2) != 0) {
      const Rank before = latest_[node];
      pull(node);
      if (latest_[node] == before) return;
    }
  }

  bool has(OperationIndex i) const { return end_[i] != 0; }

  // Visits those that were called by then and end after the gap, the last one first; visit may remove what it is given.
  template <class Visit>
  void for_each_in(Rank gap, const Visit& visit) const {
    std::size_t node = leaves_ + gap / kBlock;
    visit_block(gap / kBlock, gap % kBlock + 1, gap, visit);
    while (step_left(node)) {
      if (latest_[node] <= gap) continue;
      while (node < leaves_) node = latest_[2 * node + 1] > gap ? 2 * node + 1 : 2 * node;
      visit_block(node - leaves_, kBlock, gap, visit);
    }
  }

 private:
  static constexpr std::size_t kBlock = 16;

  Rank latest_in(std::size_t block) const {
    return *std::max_element(end_.begin() + block * kBlock, end_.begin() + (block + 1) * kBlock);
  }
  void pull(std::size_t node) { latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]); }

  // Of the first `count` of the block.
  template <class Visit>
  void visit_block(std::size_t block, std::size_t count, Rank gap, const Visit& visit) const {
    for (std::size_t i = block * kBlock + count; i-- > block * kBlock;) {
      if (end_[i] > gap) visit(static_cast<OperationIndex>(i));
    }
  }

  // The next subtree to the left of everything in this one; false if there is none.
  static bool step_left(std::size_t& node) {
    node >>= std::countr_zero(node);
    if (node == 1) return false;
    --node;
    return true;
  }

  std::size_t blocks_, leaves_;
  std::vector<Rank> end_;     // by operation; 0 if it does not run
  std::vector<Rank> latest_;  // by node
};

}  // namespace linnet
