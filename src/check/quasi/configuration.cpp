// Implements QuasiConfiguration: moves, and packing into words.
#include "check/quasi/configuration.hpp"

#include <algorithm>
#include <bit>

namespace linnet {

bool QuasiConfiguration::is_ahead(OperationIndex i) const {
  return std::ranges::binary_search(ahead_, i);
}

bool QuasiConfiguration::sequencing_is_due() const {
  if (ahead_.empty()) return false;
  for (Group d = 0; d < limits_->groups(); ++d) {
    if (ahead_in_[d] <= limits_->factor(d) && permuted(d) < limits_->total(d)) return false;
  }
  return true;
}

void QuasiConfiguration::append_to_permutation(OperationIndex i) {
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

void QuasiConfiguration::append_to_sequentialization(std::size_t k) {
  const OperationIndex i = ahead_[k];
  const auto groups = std::ptrdiff_t{limits_->groups()}, at = static_cast<std::ptrdiff_t>(k);
  ahead_.erase(ahead_.begin() + at);
  places_.erase(places_.begin() + at * groups, places_.begin() + (at + 1) * groups);
  for (Group d = 0; d < limits_->groups(); ++d) {
    if (limits_->in(d, i)) ++sequenced_[d], --ahead_in_[d];
  }
  put_in_sequentialization(i);
}

void QuasiConfiguration::put_in_sequentialization(OperationIndex i) {
  if (i < horizon_) {
    missing_.erase(std::ranges::lower_bound(missing_, i));
    return;
  }
  for (; horizon_ < i; ++horizon_) missing_.push_back(horizon_);
  ++horizon_;
}

bool QuasiConfiguration::inverted(std::size_t k, std::size_t l) const {
  const std::uint64_t mask = limits_->mask(ahead_[k]);
  if (mask != limits_->mask(ahead_[l])) return false;
  // Both were placed by ρ'', so that they are in the same order in all groups.
  const auto d = static_cast<Group>(std::countr_zero(mask));
  return place(k, d) > place(l, d);
}

void QuasiConfiguration::exchange_places(std::size_t k, std::size_t l) {
  const std::size_t groups = limits_->groups();
  std::swap_ranges(places_.begin() + static_cast<std::ptrdiff_t>(k * groups),
                   places_.begin() + static_cast<std::ptrdiff_t>((k + 1) * groups),
                   places_.begin() + static_cast<std::ptrdiff_t>(l * groups));
}

void QuasiConfiguration::pack(std::vector<std::uint32_t>& record) const {
  record.assign({state, horizon_, static_cast<std::uint32_t>(missing_.size()),
                 static_cast<std::uint32_t>(ahead_.size())});
  for (const auto* part : {&sequenced_, &missing_, &ahead_, &places_})
    record.insert(record.end(), part->begin(), part->end());
}

void QuasiConfiguration::unpack(std::span<const std::uint32_t> record) {
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

}  // namespace linnet
