// One configuration of the quasi search: how far ρ' and ρ'' have come, and in which state the object is.
//
// beam.hpp explains what it means. Records of the frontier are configurations packed into words.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "check/quasi/limits.hpp"
#include "history/model/operation.hpp"
#include "linnet/spec.hpp"

namespace linnet {

class QuasiConfiguration {
 public:
  using Group = QuasiLimits::Group;

  explicit QuasiConfiguration(const QuasiLimits& limits)
      : limits_(&limits), sequenced_(limits.groups()), ahead_in_(limits.groups()) {}

  StateId state = StateSpace::initial();
  std::uint32_t outlook = 0;  // of the foresight; packed beside the rest

  // Operations below the horizon are in ρ', except the missing ones; those from here on are not.
  OperationIndex horizon() const { return horizon_; }
  const std::vector<OperationIndex>& missing() const { return missing_; }  // increasing
  // The operations in ρ'' and not in ρ', increasing.
  const std::vector<OperationIndex>& ahead() const { return ahead_; }
  bool is_ahead(OperationIndex i) const { return std::ranges::binary_search(ahead_, i); }

  // The index in ρ''|d of the k-th operation that is ahead. REQUIRES: it is in d.
  std::uint32_t place(std::size_t k, Group d) const { return places_[k * limits_->groups() + d]; }

  std::uint32_t sequenced(Group d) const { return sequenced_[d]; }                // operations in ρ'|d
  std::uint32_t permuted(Group d) const { return sequenced_[d] + ahead_in_[d]; }  // operations in ρ''|d

  // Whether the next operation of ρ' is among those ahead, however ρ'' continues.
  bool sequencing_is_due() const {
    if (ahead_.empty()) return false;
    for (Group d = 0; d < limits_->groups(); ++d) {
      if (ahead_in_[d] <= limits_->factor(d) && permuted(d) < limits_->total(d)) return false;
    }
    return true;
  }

  // Treats the k-th operation that is ahead as if ρ''|0 had it at `place`, which is no later than its real
  // place.
  void hasten(std::size_t k, std::uint32_t place) { places_[k * limits_->groups()] = place; }

  void append_to_permutation(OperationIndex i) {
    if (!limits_->grouped(i)) {
      put_in_sequentialization(i);
      return;
    }
    const auto at = std::ranges::lower_bound(ahead_, i);
    const std::ptrdiff_t k = at - ahead_.begin();
    ahead_.insert(at, i);
    places_.insert(places_.begin() + k * std::ptrdiff_t{limits_->groups()}, limits_->groups(), 0);
    for (Group d = 0; d < limits_->groups(); ++d) {
      if (!limits_->in(d, i)) continue;
      places_[static_cast<std::size_t>(k) * limits_->groups() + d] = permuted(d);
      ++ahead_in_[d];
    }
  }

  // The k-th operation that is ahead.
  void append_to_sequentialization(std::size_t k) {
    const OperationIndex i = ahead_[k];
    const auto groups = std::ptrdiff_t{limits_->groups()}, at = static_cast<std::ptrdiff_t>(k);
    ahead_.erase(ahead_.begin() + at);
    places_.erase(places_.begin() + at * groups, places_.begin() + (at + 1) * groups);
    for (Group d = 0; d < limits_->groups(); ++d) {
      if (limits_->in(d, i)) ++sequenced_[d], --ahead_in_[d];
    }
    put_in_sequentialization(i);
  }

  // Gives the lower indices to the operation that was called and returned first, among those of equal groups.
  // Returns false if it has them already.
  template <class ReturnsBefore>
  bool normalize(const ReturnsBefore& returns_before) {
    bool ever_changed = false;
    for (bool changed = true; changed; ever_changed = ever_changed || changed) {
      changed = false;
      for (std::size_t k = 1; k < ahead_.size(); ++k) {
        for (std::size_t earlier = 0; earlier < k; ++earlier) {
          if (inverted(earlier, k) && returns_before(ahead_[earlier], ahead_[k]))
            exchange_places(earlier, k), changed = true;
        }
      }
    }
    return ever_changed;
  }

  void pack(std::vector<std::uint32_t>& record) const {
    record.assign({state, horizon_, static_cast<std::uint32_t>(missing_.size()),
                   static_cast<std::uint32_t>(ahead_.size())});
    for (const auto* part : {&sequenced_, &missing_, &ahead_, &places_})
      record.insert(record.end(), part->begin(), part->end());
  }

  void unpack(std::span<const std::uint32_t> record) {
    state = record[0], horizon_ = record[1];
    const std::size_t groups = limits_->groups(), missing = record[2], ahead = record[3];
    auto from = record.begin() + 4;
    const auto take = [&from](std::vector<std::uint32_t>& to, std::size_t count) {
      to.assign(from, from + static_cast<std::ptrdiff_t>(count));
      from += static_cast<std::ptrdiff_t>(count);
    };
    take(sequenced_, groups);
    take(missing_, missing);
    take(ahead_, ahead);
    take(places_, ahead * groups);
    std::ranges::fill(ahead_in_, 0);
    for (const OperationIndex i : ahead_) {
      for (Group d = 0; d < limits_->groups(); ++d) ahead_in_[d] += limits_->in(d, i) ? 1 : 0;
    }
  }

 private:
  bool inverted(std::size_t k, std::size_t l) const {
    const std::uint64_t mask = limits_->mask(ahead_[k]);
    if (mask != limits_->mask(ahead_[l])) return false;
    // ρ'' placed both, so they are in the same order in all groups.
    const auto d = static_cast<Group>(std::countr_zero(mask));
    return place(k, d) > place(l, d);
  }

  void exchange_places(std::size_t k, std::size_t l) {
    const std::size_t groups = limits_->groups();
    std::swap_ranges(places_.begin() + static_cast<std::ptrdiff_t>(k * groups),
                     places_.begin() + static_cast<std::ptrdiff_t>((k + 1) * groups),
                     places_.begin() + static_cast<std::ptrdiff_t>(l * groups));
  }

  void put_in_sequentialization(OperationIndex i) {
    if (i < horizon_) {
      missing_.erase(std::ranges::lower_bound(missing_, i));
      return;
    }
    for (; horizon_ < i; ++horizon_) missing_.push_back(horizon_);
    ++horizon_;
  }

  const QuasiLimits* limits_;
  OperationIndex horizon_ = 0;
  std::vector<OperationIndex> missing_, ahead_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> sequenced_, ahead_in_;
};

}  // namespace linnet
