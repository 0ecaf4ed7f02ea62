// Represents a set of operations of one history as a row of bits.
//
// Sets of one history have the same number of words. Up to 128 operations live in the object itself.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

class OperationSet {
 public:
  OperationSet() = default;
  explicit OperationSet(std::size_t operations) : count_((operations + 63) / 64) {
    if (count_ > few_.size()) many_.resize(count_);
  }

  bool contains(OperationIndex i) const { return (words()[i / 64] >> (i % 64) & 1) != 0; }
  void insert(OperationIndex i) { word(i / 64) |= bit(i); }
  void erase(OperationIndex i) { word(i / 64) &= ~bit(i); }

  OperationSet& operator|=(const OperationSet& other) {
    for (std::size_t w = 0; w < count_; ++w) word(w) |= other.words()[w];
    return *this;
  }
  OperationSet& operator&=(const OperationSet& other) {
    for (std::size_t w = 0; w < count_; ++w) word(w) &= other.words()[w];
    return *this;
  }
  OperationSet& operator-=(const OperationSet& other) {
    for (std::size_t w = 0; w < count_; ++w) word(w) &= ~other.words()[w];
    return *this;
  }

  bool includes(const OperationSet& other) const {
    for (std::size_t w = 0; w < count_; ++w) {
      if ((other.words()[w] & ~words()[w]) != 0) return false;
    }
    return true;
  }
  bool intersects(const OperationSet& other) const {
    for (std::size_t w = 0; w < count_; ++w) {
      if ((other.words()[w] & words()[w]) != 0) return true;
    }
    return false;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < count_; ++w) {
      for (std::uint64_t rest = words()[w]; rest != 0; rest &= rest - 1) {
        visit(static_cast<OperationIndex>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

  std::span<const std::uint64_t> words() const {
    return {many_.empty() ? few_.data() : many_.data(), count_};
  }
  friend bool operator==(const OperationSet&, const OperationSet&) = default;

 private:
  static constexpr std::uint64_t bit(OperationIndex i) { return std::uint64_t{1} << (i % 64); }
  std::uint64_t& word(std::size_t w) { return many_.empty() ? few_[w] : many_[w]; }

  std::size_t count_ = 0;
  std::array<std::uint64_t, 2> few_ = {};
  std::vector<std::uint64_t> many_;  // instead of few_, if there are more words
};

}  // namespace linnet
