// Numbers the distinct values of a history 0, 1, 2, ... in the order in which they are first met.
//
// Monitors keep what they know of a value in flat arrays, and this is the only look-up they make per
// operation. Recorded values are mostly integers from a counter, so a table indexed by the integer itself is
// used where that is not much larger than the number of operations; everything else goes to a hash table.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/hash.hpp"
#include "linnet/value.hpp"

namespace linnet {

using ValueId = std::uint32_t;
inline constexpr ValueId kNoValue = ~ValueId{0};

class ValueIds {
 public:
  // What is known before the first value is numbered: which integers to expect.
  class Bounds {
   public:
    void include(Value v) {
      if ((v.bits() & 1) == 0) return;
      const auto word = static_cast<std::int64_t>(v.bits());
      least_ = std::min(least_, word);
      greatest_ = std::max(greatest_, word);
      ++count_;
    }

   private:
    friend class ValueIds;
    // Integers are odd words that keep their order, so words serve as well as the integers themselves.
    std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t greatest_ = std::numeric_limits<std::int64_t>::min();
    std::size_t count_ = 0;
  };

  explicit ValueIds(const Bounds& bounds) {
    if (bounds.count_ == 0) return;
    const std::uint64_t range =
        (static_cast<std::uint64_t>(bounds.greatest_) - static_cast<std::uint64_t>(bounds.least_)) / 2 + 1;
    if (range > 2 * bounds.count_ + 1024) return;
    least_ = static_cast<std::uint64_t>(bounds.least_);
    table_.assign(range, kNoValue);
  }

  ValueId insert(Value v) {
    ValueId& id = slot(v);
    if (id == kNoValue) id = size_++;
    return id;
  }

  ValueId find(Value v) const {
    const std::uint64_t at = (v.bits() - least_) >> 1;
    if ((v.bits() & 1) != 0 && at < table_.size()) return table_[at];
    const auto found = others_.find(v.bits());
    return found == others_.end() ? kNoValue : found->second;
  }

  std::uint32_t size() const { return size_; }

 private:
  struct Mixed {
    std::size_t operator()(std::uint64_t bits) const { return mix(bits); }
  };

  ValueId& slot(Value v) {
    const std::uint64_t at = (v.bits() - least_) >> 1;
    if ((v.bits() & 1) != 0 && at < table_.size()) return table_[at];
    return others_.try_emplace(v.bits(), kNoValue).first->second;
  }

  std::uint64_t least_ = 1;  // the word of the integer at the start of the table
  std::vector<ValueId> table_;
  absl::flat_hash_map<std::uint64_t, ValueId, Mixed> others_;
  std::uint32_t size_ = 0;
};

}  // namespace linnet
