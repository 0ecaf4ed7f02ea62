// A set of gaps from which ranges are erased, and which knows the next member in either direction.
//
// Two disjoint-set forests over the gaps, one pointing up and one down; erasing n gaps in all and asking
// costs next to nothing per gap. Eight bytes per gap, or four if only next() is wanted.
#pragma once

#include <numeric>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

class GapSet {
 public:
  enum class Directions { up, both };

  // All gaps below `size`.
  GapSet(Rank size, Directions directions) : size_(size), up_(size + std::size_t{1}) {
    std::iota(up_.begin(), up_.end(), Rank{0});
    if (directions == Directions::both) {
      down_.resize(size + std::size_t{1});
      std::iota(down_.begin(), down_.end(), Rank{0});
    }
  }

  // The least member that is at least `gap`; size() if there is none. REQUIRES: gap <= size().
  Rank next(Rank gap) { return root(up_, gap); }
  // One more than the greatest member that is less than `gap`; 0 if there is none. REQUIRES:
  // Directions::both.
  Rank previous_end(Rank gap) { return root(down_, gap); }

  void erase(Rank begin, Rank end) {
    if (!down_.empty()) {
      for (Rank at = root(down_, end); at > begin; at = root(down_, at)) down_[at] = at - 1;
    }
    for (Rank at = next(begin); at < end; at = next(at)) up_[at] = at + 1;
  }

  Rank size() const { return size_; }

 private:
  static Rank root(std::vector<Rank>& parent, Rank at) {
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  Rank size_;
  std::vector<Rank> up_;    // a member points to itself
  std::vector<Rank> down_;  // shifted by one: entry g + 1 is for gap g
};

}  // namespace linnet
