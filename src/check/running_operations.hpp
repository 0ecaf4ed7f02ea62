// Which operations run in a gap, while operations are taken away.
//
// A segment tree over the operations, in the order of their calls, of the greatest end below every node:
// those that run in gap g are among those called by then, and end after it.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "history/history.hpp"

namespace linnet {

class RunningOperations {
 public:
  // None runs: set_end() those that do, then build().
  RunningOperations(const History& history, Rank ranks)
      : leaves_(std::bit_ceil(history.size() + 1)), end_(2 * leaves_, 0), words_(ranks / 64 + 1) {
    for (const Operation& op : history.operations) {
      words_[op.call / 64].calls |= std::uint64_t{1} << op.call % 64;
    }
    for (std::size_t w = 1; w < words_.size(); ++w) {
      words_[w].before =
          words_[w - 1].before + static_cast<OperationIndex>(std::popcount(words_[w - 1].calls));
    }
  }

  void set_end(OperationIndex i, Rank end) { end_[leaves_ + i] = end; }
  void build() {
    for (std::size_t node = leaves_; node-- > 1;) end_[node] = std::max(end_[2 * node], end_[2 * node + 1]);
  }

  void remove(OperationIndex i) {
    std::size_t node = leaves_ + i;
    end_[node] = 0;
    while ((node /= 2) != 0) {
      const Rank end = std::max(end_[2 * node], end_[2 * node + 1]);
      if (end_[node] == end) return;
      end_[node] = end;
    }
  }

  bool has(OperationIndex i) const { return end_[leaves_ + i] != 0; }

  // Visits those that were called by then and end after the gap; visit may remove what it is given.
  template <class Visit>
  void for_each_in(Rank gap, const Visit& visit) const {
    std::size_t node = leaves_ + called_by(gap);
    while (step_left(node)) {
      if (end_[node] <= gap) continue;
      while (node < leaves_) node = end_[2 * node + 1] > gap ? 2 * node + 1 : 2 * node;
      visit(static_cast<OperationIndex>(node - leaves_));
    }
  }

 private:
  OperationIndex called_by(Rank rank) const {
    const Word& word = words_[rank / 64];
    const std::uint64_t so_far = ~std::uint64_t{0} >> (63 - rank % 64);
    return word.before + static_cast<OperationIndex>(std::popcount(word.calls & so_far));
  }

  // The next subtree to the left of everything in this one; false if there is none.
  static bool step_left(std::size_t& node) {
    node >>= std::countr_zero(node);
    if (node == 1) return false;
    --node;
    return true;
  }

  std::size_t leaves_;
  std::vector<Rank> end_;
  // For 64 ranks: which of them are calls, and how many calls were before.
  struct Word {
    std::uint64_t calls = 0;
    OperationIndex before = 0;
  };
  std::vector<Word> words_;
};

}  // namespace linnet
