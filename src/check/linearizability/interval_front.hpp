// The linearized set of an interval order, in two words for up to 64 threads, however long the history is.
//
// Let h be one past the last operation (by call) linearized. Any unlinearized operation below h was running
// when operation h - 1 was called; otherwise it would precede it. So it is identified by its slot, and (h,
// slots of those) is the whole set. A window of bits from the first unlinearized operation would grow with
// the longest operation.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "check/linearizability/configuration_set.hpp"
#include "check/linearizability/search.hpp"

namespace linnet {

// The position of an operation among the items of a front.
using ItemIndex = std::uint32_t;

class IntervalFront {
 public:
  using Word = ConfigurationSet::Word;
  static constexpr bool kEarlierReturnFirst = true;

  IntervalFront(const SearchHistory& problem, const History&)
      : IntervalFront(problem.completed, problem.slots) {}
  // REQUIRES: the items are in the order of calls, and outlive this.
  IntervalFront(const std::vector<SearchItem>& items, std::size_t slots)
      : items_(items), behind_(ConfigurationSet::words_for(slots)), occupant_(slots) {}

  // The words of a key: the set of linearized operations, and 32 bits that the caller can use.
  std::size_t key_words() const { return 1 + behind_.size(); }
  void write_key(std::uint32_t more, std::span<Word> key) const {
    key[0] = Word{reach_} << 32 | more;
    std::copy(behind_.begin(), behind_.end(), key.begin() + 1);
  }

  bool complete() const { return linearized_ == items_.size(); }
  std::size_t linearized() const { return linearized_; }

  // The completed operations that may come next. Operations in a slot behind h all may.
  void candidates(std::vector<ItemIndex>& out) {
    out.clear();
    Rank bound = kNever;
    for (std::size_t w = 0; w < behind_.size(); ++w) {
      for (Word bits = behind_[w]; bits != 0; bits &= bits - 1) {
        const ItemIndex i = occupant_[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
        out.push_back(i);
        bound = std::min(bound, items_[i].ret);
      }
    }
    for (ItemIndex i = reach_; i < items_.size() && items_[i].call < bound; ++i) {
      out.push_back(i);
      bound = std::min(bound, items_[i].ret);
    }
    first_return_ = bound;
  }
  // REQUIRES: candidates() was called for this front.
  bool may_come_next(const SearchItem& pending) const { return pending.call < first_return_; }
  Rank first_return() const { return first_return_; }  // of those that are not linearized
  // The last call among those that are linearized. REQUIRES: there is one.
  Rank last_call() const { return items_[reach_ - 1].call; }

  // Returns the data that undo needs.
  std::uint32_t take(ItemIndex i) {
    const std::uint32_t old_reach = reach_;
    ++linearized_;
    if (i < reach_) {
      leave(i);
    } else {
      for (; reach_ < i; ++reach_) enter(reach_);
      reach_ = i + 1;
    }
    return old_reach;
  }
  void undo(ItemIndex i, std::uint32_t old_reach) {
    --linearized_;
    if (i < old_reach) {
      enter(i);
    } else {
      for (ItemIndex j = old_reach; j < i; ++j) leave(j);
      reach_ = old_reach;
    }
  }

 private:
  void enter(ItemIndex i) {
    behind_[items_[i].slot / 64] |= Word{1} << (items_[i].slot % 64);
    occupant_[items_[i].slot] = i;
  }
  void leave(ItemIndex i) { behind_[items_[i].slot / 64] &= ~(Word{1} << (items_[i].slot % 64)); }

  const std::vector<SearchItem>& items_;
  ItemIndex reach_ = 0;              // h
  std::vector<Word> behind_;         // slots of unlinearized operations below h
  std::vector<ItemIndex> occupant_;  // by slot, where the bit is set
  std::size_t linearized_ = 0;
  Rank first_return_ = kNever;
};

}  // namespace linnet
