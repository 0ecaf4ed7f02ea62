// Gives numbers to locations, and to versions: pairs of a location and a value.
//
// A log of a gigabyte has ten million versions, and a table of them fits no cache. Two things keep it fast.
// Values of eight consecutive numbers share a block of the table, since tags are counted up. And a look-up
// begins by fetching its block from memory, and ends a few dozen look-ups later: number_later() writes the
// number to its place in time.
//
// Values that are known to count up from some integer on, as in binary logs, need no look-up: each value has
// an entry for the location at which it was first seen, and a tag is seen only at one.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/large_pages.hpp"
#include "history/multiword/log.hpp"

namespace linnet {

class VersionNumbers {
 public:
  VersionNumbers(Value initial, std::size_t expected_versions) : initial_(initial) {
    grow(std::bit_ceil(std::max(kSmallest, expected_versions + expected_versions / 2)));
  }

  // Integers from `first` on count up; `expected` is an upper bound of their number.
  void count_up_from(std::int64_t first, std::size_t expected) {
    counted_from_ = first;
    reserve_large_pages(counted_, expected);
  }

  std::uint32_t location(Value label) {
    if (const std::size_t i = label.bits() / 2; label.bits() % 2 == 1 && i < kSmall) {  // an integer
      if (small_.size() <= i) small_.resize(i + 1, kNone);
      if (small_[i] == kNone) small_[i] = next_location();
      return small_[i];
    }
    const auto [at, fresh] = large_.try_emplace(label.bits(), kNone);
    if (fresh) at->second = next_location();
    return at->second;
  }

  // Appends the number of this version to `versions`, now or before settle() returns.
  void number_later(std::uint32_t location, Value value, std::vector<VersionId>& versions) {
    if (value == initial_) {
      versions.push_back(initial_versions_[location]);
      return;
    }
    if (value.bits() % 2 == 1) {  // an integer
      const std::int64_t integer = static_cast<std::int64_t>(value.bits()) >> 1;
      if (integer >= counted_from_ && counted(location, integer, versions)) return;
    }
    if (waiting_ == kBatch) settle(versions);
    __builtin_prefetch(&entries_[place(value)], 1);
    batch_[waiting_++] = {value.bits(), location, static_cast<std::uint32_t>(versions.size())};
    versions.push_back(kNone);
  }
  void settle(std::vector<VersionId>& versions) {
    if (4 * (used_ + waiting_) > 3 * entries_.size()) grow(2 * entries_.size());
    for (std::size_t i = 0; i < waiting_; ++i)
      versions[batch_[i].slot] = number(batch_[i].value, batch_[i].location);
    waiting_ = 0;
  }

  // By version: whether a location holds it at the beginning.
  std::vector<bool> initial_versions() const {
    std::vector<bool> initial(next_version_);
    for (const VersionId version : initial_versions_) initial[version] = true;
    return initial;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kSmall = 1 << 20, kSmallest = 1024, kBatch = 64, kBlock = 8;

  struct Entry {
    std::uint64_t value;  // 0: there is none; kNullKey stands for null
    std::uint32_t location;
    VersionId version;
  };
  struct Waiting {
    std::uint64_t value;
    std::uint32_t location, slot;
  };
  // The system zeroes these page by page, when they are first accessed.
  class Entries {
   public:
    Entries() = default;
    explicit Entries(std::size_t size) : size_(size) {
      void* const memory =
          mmap(nullptr, size * sizeof(Entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED) throw std::bad_alloc();
      advise_large_pages(memory, size * sizeof(Entry));
      at_ = static_cast<Entry*>(memory);
    }
    Entries(Entries&& other) noexcept
        : at_(std::exchange(other.at_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Entries& operator=(Entries&& other) noexcept {
      std::swap(at_, other.at_), std::swap(size_, other.size_);
      return *this;
    }
    ~Entries() {
      if (at_ != nullptr) munmap(at_, size_ * sizeof(Entry));
    }
    Entry& operator[](std::size_t i) const { return at_[i]; }
    std::size_t size() const { return size_; }

   private:
    Entry* at_ = nullptr;
    std::size_t size_ = 0;  // a power of two
  };

  struct Counted {
    std::uint32_t location = kNone;
    VersionId version = kNone;
  };
  // Returns false if this value was seen at another location before.
  bool counted(std::uint32_t location, std::int64_t value, std::vector<VersionId>& versions) {
    const auto i = static_cast<std::size_t>(value - counted_from_);
    if (i >= counted_.size()) counted_.resize(i + 1);
    Counted& entry = counted_[i];
    if (entry.location == kNone) entry = {location, next_version_++};
    if (entry.location != location) return false;
    versions.push_back(entry.version);
    return true;
  }

  std::uint32_t next_location() {
    initial_versions_.push_back(next_version_++);
    return static_cast<std::uint32_t>(initial_versions_.size() - 1);
  }

  std::size_t place(Value value) const { return place(value.bits()); }
  std::size_t place(std::uint64_t bits) const {
    const std::uint64_t integer = bits >> 1;  // consecutive integers are consecutive here
    return (mix(integer / kBlock) * kBlock + integer % kBlock) & (entries_.size() - 1);
  }

  VersionId number(std::uint64_t value, std::uint32_t location) {
    const std::uint64_t key = value == 0 ? kNullKey : value;
    std::size_t at = place(key);
    for (; entries_[at].value != 0; at = (at + 1) & (entries_.size() - 1)) {
      if (entries_[at].value == key && entries_[at].location == location) return entries_[at].version;
    }
    entries_[at] = {key, location, next_version_};
    ++used_;
    return next_version_++;
  }

  void grow(std::size_t size) {
    const Entries old = std::exchange(entries_, Entries(size));
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old[i].value == 0) continue;
      std::size_t at = place(old[i].value);
      while (entries_[at].value != 0) at = (at + 1) & (entries_.size() - 1);
      entries_[at] = old[i];
    }
  }

  // No value has these bits: even numbers beyond the constants are addresses of values, which are aligned.
  static constexpr std::uint64_t kNullKey = 6;

  Value initial_;
  std::vector<std::uint32_t> small_;  // by label
  absl::flat_hash_map<std::uint64_t, std::uint32_t> large_;
  std::vector<VersionId> initial_versions_;  // by location
  std::int64_t counted_from_ = std::numeric_limits<std::int64_t>::max();
  std::vector<Counted> counted_;  // by how far a value is from the first
  Entries entries_;
  std::size_t used_ = 0;
  VersionId next_version_ = 0;
  std::array<Waiting, kBatch> batch_;
  std::size_t waiting_ = 0;
};

}  // namespace linnet
