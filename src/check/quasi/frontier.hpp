// A set of configurations of the quasi search, flat in memory: what one position of ρ'' passes on to the
// next.
//
// Each is a record of words, the first of which is the state of the object; equal records are kept once. With
// each record goes a note, so that a search of bounded width can keep the cheapest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/hash.hpp"

namespace linnet {

class QuasiFrontier {
 public:
  using Record = std::span<const std::uint32_t>;

  // What is known about a configuration. Its successors inherit the cost, but not the pressure.
  struct Note {
    std::uint64_t cost = 0, pressure = 0;
    std::uint32_t outlook = 0;  // of the foresight
    std::uint32_t trace = 0;
  };

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  Record operator[](std::size_t i) const { return {words_.data() + entries_[i].start, entries_[i].length}; }
  std::uint32_t& state(std::size_t i) { return words_[entries_[i].start]; }
  std::uint32_t& outlook(std::size_t i) { return entries_[i].note.outlook; }
  Note& note(std::size_t i) { return entries_[i].note; }
  const Note& note(std::size_t i) const { return entries_[i].note; }

  void clear() {
    words_.clear();
    entries_.clear();
    slots_.assign(kFewSlots, kFree);
  }

  // If the record exists already, returns its note instead of adding it.
  Note* add(Record record, const Note& note) {
    if (slots_.size() < 2 * (entries_.size() + 1)) grow();
    const std::uint64_t hash = hash_of(record);
    std::uint32_t& slot = slots_[slot_of(record, hash)];
    if (slot != kFree) return &entries_[slot].note;
    slot = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({words_.size(), hash, note, static_cast<std::uint32_t>(record.size())});
    words_.insert(words_.end(), record.begin(), record.end());
    return nullptr;
  }

  const Note* find(Record record) const {
    const std::uint32_t slot = slots_[slot_of(record, hash_of(record))];
    return slot == kFree ? nullptr : &entries_[slot].note;
  }

  // After one of the next two, nothing may be added or looked up until the next clear().

  void drop(const std::vector<bool>& dropped) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!dropped[i]) entries_[kept++] = entries_[i];
    }
    entries_.resize(kept);
  }

  // Forgets all except the `width` configurations of least cost and pressure; among those of equal cost,
  // earlier ones stay. Of configurations that differ only in the state, it keeps only a few: they have the
  // same choices now, and differ in choices made long ago.
  void keep_cheapest(std::size_t width) {
    if (size() <= width) return;
    std::ranges::sort(entries_, {},
                      [](const Entry& e) { return std::pair(e.note.cost + e.note.pressure, e.start); });
    absl::flat_hash_map<std::uint64_t, std::size_t> alike;
    const std::size_t few = std::max<std::size_t>(2, width / 16);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries_.size() && kept < width; ++i) {
      if (alike[hash_of((*this)[i].subspan(1))]++ < few) entries_[kept++] = entries_[i];
    }
    entries_.resize(kept);
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  static constexpr std::size_t kFewSlots = 64;

  struct Entry {
    std::size_t start;
    std::uint64_t hash;
    Note note;
    std::uint32_t length;
  };

  static std::uint64_t hash_of(Record record) {
    std::uint64_t hash = record.size();
    for (const std::uint32_t word : record) hash = mix(hash, word);
    return hash;
  }
  // Where the record is, or where it would be.
  std::size_t slot_of(Record record, std::uint64_t hash) const {
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::uint32_t at = slots_[slot];
      if (entries_[at].hash == hash && std::ranges::equal((*this)[at], record)) break;
    }
    return slot;
  }

  void grow() {
    slots_.assign(std::max(kFewSlots, 2 * slots_.size()), kFree);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      std::size_t slot = entries_[i].hash & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i;
    }
  }

  std::vector<std::uint32_t> words_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kFewSlots, kFree);
};

}  // namespace linnet
