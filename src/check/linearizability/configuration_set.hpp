// Remembers the configurations that a search has visited: fixed-size rows of words, found by hash.
//
// A configuration says which operations are linearized and in which state the object is. Its last words are
// the set of *pending* operations that were used on the way. Among configurations that are otherwise equal,
// one that used fewer of them can do everything that the others can, so `insert` refuses a row that equals or
// *contains* (in those last words) one that is already there.
//
// Rows lie in blocks and the index in small tables that grow one by one, so that memory grows smoothly and a
// memory limit is noticed in time; a row of two words takes about 24 bytes in all.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.hpp"

namespace linnet {

class ConfigurationSet {
 public:
  using Word = std::uint64_t;
  using RowId = std::uint32_t;

  static constexpr std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

  // A row has `exact` words that identify it and `pending` words that are compared as sets.
  ConfigurationSet(std::size_t exact, std::size_t pending) : exact_(exact), width_(exact + pending) {}

  std::size_t size() const { return size_; }
  std::size_t width() const { return width_; }
  std::span<const Word> operator[](RowId i) const { return {row(i), width_}; }
  std::span<Word> operator[](RowId i) { return {row(i), width_}; }

  // Returns true if the row was added: no equal or better one was there.
  bool insert(std::span<const Word> words) {
    const std::uint64_t hash = hash_of(words.data());
    Table& table = tables_[hash >> (64 - kTableBits)];
    if ((table.used + 1) * 4 > table.slots.size() * 3) grow(table);
    const std::size_t mask = table.slots.size() - 1;
    std::size_t at = hash & mask;
    for (; table.slots[at] != kFree; at = (at + 1) & mask) {
      if (covers(row(table.slots[at]), words.data())) return false;
    }
    table.slots[at] = static_cast<RowId>(size_);
    ++table.used;
    if (size_ % kBlock == 0 && size_ / kBlock == blocks_.size()) {
      blocks_.push_back(std::make_unique_for_overwrite<Word[]>(kBlock * width_));
    }
    std::copy(words.begin(), words.end(), row(static_cast<RowId>(size_++)));
    return true;
  }

  // Forgets all rows, and keeps the memory.
  void clear() {
    size_ = 0;
    for (Table& table : tables_) {
      if (table.used == 0) continue;
      if (table.slots.size() > 64 * table.used) {
        table.slots.assign(kFirst, kFree);
      } else {
        std::fill(table.slots.begin(), table.slots.end(), kFree);
      }
      table.used = 0;
    }
  }

 private:
  static constexpr RowId kFree = ~RowId{0};
  static constexpr std::size_t kTableBits = 3, kBlock = 512, kFirst = 8;
  struct Table {
    std::vector<RowId> slots;
    std::size_t used = 0;
  };

  Word* row(RowId i) const { return &blocks_[i / kBlock][i % kBlock * width_]; }
  std::uint64_t hash_of(const Word* words) const {
    std::uint64_t h = 0;
    for (std::size_t i = 0; i < exact_; ++i) h = mix(h, words[i]);
    return h;
  }
  bool covers(const Word* old, const Word* words) const {
    for (std::size_t i = 0; i < exact_; ++i) {
      if (old[i] != words[i]) return false;
    }
    for (std::size_t i = exact_; i < width_; ++i) {
      if ((old[i] & ~words[i]) != 0) return false;
    }
    return true;
  }
  void grow(Table& table) {
    std::vector<RowId> larger(std::max(kFirst, table.slots.size() * 2), kFree);
    for (const RowId id : table.slots) {
      if (id == kFree) continue;
      std::size_t at = hash_of(row(id)) & (larger.size() - 1);
      while (larger[at] != kFree) at = (at + 1) & (larger.size() - 1);
      larger[at] = id;
    }
    table.slots.swap(larger);
  }

  std::size_t exact_, width_, size_ = 0;
  std::vector<std::unique_ptr<Word[]>> blocks_;
  std::array<Table, std::size_t{1} << kTableBits> tables_;
};

}  // namespace linnet
