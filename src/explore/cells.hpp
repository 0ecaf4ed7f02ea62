// Represents accesses by small numbers, so that "do these two steps conflict" is a few comparisons of integers.
//
// Every distinct (address, size) that was ever touched is a cell. Programs nearly always touch a variable in
// one way, so two cells are equal or disjoint; the exceptions (a free of a whole block, a byte of a word)
// are found once, when the cell is new, and kept as its overlaps. The table only grows: an exploration
// touches the same cells over and over.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "schedule/step.hpp"

namespace linnet {

using Cell = std::uint32_t;

// What conflicts depend on in a step.
struct Footprint {
  std::array<Cell, Step::kMostAccesses> cells{};
  std::uint8_t count = 0;
  std::uint8_t writes = 0;  // one bit per cell
  bool calls = false;
  bool returns = false;
  bool ends = false;
  // A bit for each cell it touches, or writes, by the last six bits of its number: most footprints have none in common.
  std::uint64_t touched_bits = 0, written_bits = 0;

  // To be called when cells, count or writes have been changed.
  void set_bits() {
    touched_bits = written_bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << (cells[i] % 64);
      touched_bits |= bit;
      if (writes_at(i)) written_bits |= bit;
    }
  }
  bool writes_at(std::size_t i) const { return ((writes >> i) & 1) != 0; }
  bool touches(Cell cell) const {
    return std::find(cells.data(), cells.data() + count, cell) != cells.data() + count;
  }
  // REQUIRES: it is one of the cells.
  std::size_t index_of(Cell cell) const {
    std::size_t i = 0;
    while (cells[i] != cell) ++i;
    return i;
  }
};

// One step of one thread, as far as the order of steps is concerned.
struct Move {
  ThreadNumber thread = 0;
  std::uint32_t alternative = 0;
  Footprint footprint;
};

class Cells {
 public:
  Cell intern(const Access& access);
  Footprint footprint(const Step& step);

  std::size_t size() const { return accesses_.size(); }
  const Access& access(Cell cell) const { return accesses_[cell]; }
  // Other cells that share a byte with it.
  std::span<const Cell> overlaps(Cell cell) const { return overlaps_[cell]; }

  // The same as conflict() of the steps. REQUIRES: they are of different threads.
  bool conflict(const Footprint& a, const Footprint& b) const {
    if (a.ends || b.ends) return true;
    if ((a.returns && b.calls) || (a.calls && b.returns)) return true;
    if (((a.touched_bits & b.written_bits) | (a.written_bits & b.touched_bits)) == 0 && !irregular_)
      return false;
    for (std::size_t i = 0; i < a.count; ++i) {
      for (std::size_t j = 0; j < b.count; ++j) {
        if ((a.writes_at(i) || b.writes_at(j)) && shares_byte(a.cells[i], b.cells[j])) return true;
      }
    }
    return false;
  }
  bool shares_byte(Cell a, Cell b) const {
    return a == b || (irregular_ && std::ranges::find(overlaps_[a], b) != overlaps_[a].end());
  }

 private:
  Cell add(const Access& access);
  void grow();

  std::vector<Access> accesses_;  // `writes` is of no meaning here
  std::vector<std::vector<Cell>> overlaps_;
  std::vector<std::uint32_t> slots_;  // open addressing: cell + 1, or 0
  bool irregular_ = false;            // some cells overlap
};

}  // namespace linnet
