// A relation between the events of a graph, as a matrix of bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace linnet {

class Relation {
 public:
  explicit Relation(std::size_t size) : size_(size), words_((size + 63) / 64), bits_(size * words_) {}

  std::size_t size() const { return size_; }
  bool has(std::size_t a, std::size_t b) const { return (row(a)[b / 64] >> (b % 64) & 1) != 0; }
  void add(std::size_t a, std::size_t b) { row(a)[b / 64] |= std::uint64_t{1} << (b % 64); }
  void add(const Relation& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
  }
  // Everything that b is related to, a is related to as well.
  void add_row(std::size_t a, const Relation& other, std::size_t b) {
    for (std::size_t i = 0; i < words_; ++i) row(a)[i] |= other.row(b)[i];
  }

  // x is related to z iff this relates x to some y, and `next` relates y to z.
  Relation then(const Relation& next) const {
    Relation result(size_);
    for (std::size_t a = 0; a < size_; ++a) {
      for (std::size_t b = 0; b < size_; ++b) {
        if (has(a, b)) result.add_row(a, next, b);
      }
    }
    return result;
  }
  void close() {
    for (std::size_t b = 0; b < size_; ++b) {
      for (std::size_t a = 0; a < size_; ++a) {
        if (has(a, b)) add_row(a, *this, b);
      }
    }
  }
  bool has_cycle() const {
    Relation closed = *this;
    closed.close();
    for (std::size_t a = 0; a < size_; ++a) {
      if (closed.has(a, a)) return true;
    }
    return false;
  }

 private:
  std::uint64_t* row(std::size_t a) { return &bits_[a * words_]; }
  const std::uint64_t* row(std::size_t a) const { return &bits_[a * words_]; }

  std::size_t size_, words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace linnet
