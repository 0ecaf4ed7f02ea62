// How many intervals cover each gap, and by which one if it is only one, while intervals are taken away.
//
// Gaps come in blocks of 32 with plain counters; a segment tree over the blocks adds to ranges of them and
// knows the least count below every node. Beside the count there is the exclusive or of the numbers of the
// covering intervals, which for a count of one is the number of that interval. A gap that has been handed out
// is never looked at again.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "check/monitors/value_lives.hpp"

namespace linnet {

class CoverTree {
 public:
  // All gaps below `gaps`, none covered; add() intervals, then build().
  explicit CoverTree(Rank gaps)
      : blocks_((gaps + kBlock - 1) / kBlock),
        leaves_(std::bit_ceil(std::max<std::size_t>(blocks_, 1))),
        count_(blocks_ * kBlock, 0),
        names_(blocks_ * kBlock, 0),
        least_(2 * leaves_, kHandedOut),
        change_(2 * leaves_, 0),
        tag_(2 * leaves_, 0),
        gaps_(gaps) {}

  void add(GapRange range, std::uint32_t name) {
    ++count_[range.begin], names_[range.begin] ^= name;
    if (range.end < gaps_) --count_[range.end], names_[range.end] ^= name;
  }

  void build() {
    for (Rank g = 1; g < gaps_; ++g) count_[g] += count_[g - 1], names_[g] ^= names_[g - 1];
    std::fill(count_.begin() + gaps_, count_.end(), kHandedOut);
    for (std::size_t b = 0; b < blocks_; ++b) least_[leaves_ + b] = least_in(b);
    for (std::size_t node = leaves_; node-- > 1;)
      least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }

  // REQUIRES: the interval was added, and not removed since.
  void remove(GapRange range, std::uint32_t name) {
    const std::size_t first = range.begin / kBlock, last = (range.end - 1) / kBlock;
    if (first == last) {
      remove_in_block(first, range.begin, range.end, name);
      pull(leaves_ + first);
      return;
    }
    remove_in_block(first, range.begin, static_cast<Rank>((first + 1) * kBlock), name);
    remove_in_block(last, static_cast<Rank>(last * kBlock), range.end, name);
    for (std::size_t l = leaves_ + first + 1, r = leaves_ + last; l < r; l /= 2, r /= 2) {
      if (l % 2 == 1) remove_at(l++, name);
      if (r % 2 == 1) remove_at(--r, name);
    }
    pull_both(leaves_ + first, leaves_ + last);
  }

  // Hands out all gaps that are covered at most once: visit(gap, count, name of the covering interval if it
  // is one).
  template <class Visit>
  void hand_out(const Visit& visit) {
    if (least_[1] <= 1) hand_out(1, 0, 0, visit);
  }

 private:
  static constexpr std::size_t kBlock = 32;
  static constexpr std::int32_t kHandedOut = std::int32_t{1} << 30;

  std::int32_t least_in(std::size_t block) const {
    std::int32_t least = kHandedOut;
    for (std::size_t i = 0; i < kBlock; ++i) least = std::min(least, count_[block * kBlock + i]);
    return least;
  }

  void remove_in_block(std::size_t block, Rank begin, Rank end, std::uint32_t name) {
    for (Rank g = begin; g < end; ++g) --count_[g], names_[g] ^= name;
    least_[leaves_ + block] = least_in(block) + change_[leaves_ + block];
  }

  void remove_at(std::size_t node, std::uint32_t name) {
    --least_[node], --change_[node], tag_[node] ^= name;
  }

  void pull_one(std::size_t node) {
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]) + change_[node];
  }
  void pull(std::size_t node) {
    while ((node /= 2) != 0) pull_one(node);
  }
  void pull_both(std::size_t left, std::size_t right) {
    for (left /= 2, right /= 2; left != right; left /= 2, right /= 2) pull_one(left), pull_one(right);
    for (; left != 0; left /= 2) pull_one(left);
  }

  // `change` and `tag` are those of all nodes above.
  template <class Visit>
  void hand_out(std::size_t node, std::int32_t change, std::uint32_t tag, const Visit& visit) {
    if (least_[node] + change > 1) return;
    change += change_[node], tag ^= tag_[node];
    if (node < leaves_) {
      hand_out(2 * node, change, tag, visit);
      hand_out(2 * node + 1, change, tag, visit);
      pull_one(node);
      return;
    }
    const std::size_t begin = (node - leaves_) * kBlock;
    for (std::size_t g = begin; g < begin + kBlock; ++g) {
      if (count_[g] + change > 1) continue;
      visit(static_cast<Rank>(g), count_[g] + change, names_[g] ^ tag);
      count_[g] = kHandedOut;
    }
    least_[node] = least_in(node - leaves_) + change_[node];
  }

  std::size_t blocks_, leaves_;
  std::vector<std::int32_t> count_;   // by gap, without the changes of the nodes above
  std::vector<std::uint32_t> names_;  // likewise
  std::vector<std::int32_t> least_;   // by node, with its own change
  std::vector<std::int32_t> change_;
  std::vector<std::uint32_t> tag_;
  Rank gaps_;
};

}  // namespace linnet
