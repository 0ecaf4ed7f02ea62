// A set of operations of one history as a row of bits.
//
// Sets of one history have the same number of words. Up to 256 operations live in the object itself.
#pragma once

#include <absl/container/inlined_vector.h>

#include <bit>
#include <cstdint>

#include "history/operation.hpp"

namespace linnet {

class OperationSet {
 public:
  OperationSet() = default;
  explicit OperationSet(std::size_t operations) : words_((operations + 63) / 64) {}

  bool contains(OperationIndex i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void insert(OperationIndex i) { words_[i / 64] |= bit(i); }
  void erase(OperationIndex i) { words_[i / 64] &= ~bit(i); }

  OperationSet& operator|=(const OperationSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  OperationSet& operator&=(const OperationSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
    return *this;
  }
  OperationSet& operator-=(const OperationSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
    return *this;
  }

  bool includes(const OperationSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((other.words_[w] & ~words_[w]) != 0) return false;
    }
    return true;
  }
  bool intersects(const OperationSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((other.words_[w] & words_[w]) != 0) return true;
    }
    return false;
  }
  bool empty() const {
    for (const std::uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }
  std::size_t size() const {
    std::size_t n = 0;
    for (const std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
    return n;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        visit(static_cast<OperationIndex>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

  const auto& words() const { return words_; }
  friend bool operator==(const OperationSet&, const OperationSet&) = default;

 private:
  static constexpr std::uint64_t bit(OperationIndex i) { return std::uint64_t{1} << (i % 64); }

  absl::InlinedVector<std::uint64_t, 4> words_;
};

}  // namespace linnet
