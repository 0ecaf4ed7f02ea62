// One configuration of the quasi search: how far ρ' and ρ'' have come, and in which state the object is.
//
// See beam.hpp for what it means. Records of the frontier are this, packed into words.
#pragma once

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

  // Operations below it are in ρ', but for the missing ones; those from here on are not.
  OperationIndex horizon() const { return horizon_; }
  const std::vector<OperationIndex>& missing() const { return missing_; }  // increasing
  // The operations in ρ'' and not in ρ', increasing.
  const std::vector<OperationIndex>& ahead() const { return ahead_; }
  bool is_ahead(OperationIndex i) const;
  // The index in ρ''|d of the k-th operation that is ahead. REQUIRES: it is in d.
  std::uint32_t place(std::size_t k, Group d) const { return places_[k * limits_->groups() + d]; }

  std::uint32_t sequenced(Group d) const { return sequenced_[d]; }                // operations in ρ'|d
  std::uint32_t permuted(Group d) const { return sequenced_[d] + ahead_in_[d]; }  // operations in ρ''|d

  // Whether the next operation of ρ' is among those ahead, whatever ρ'' goes on with.
  bool sequencing_is_due() const;

  // Treats the k-th that is ahead as if ρ''|0 had it at `place`, which is not later than it has.
  void hasten(std::size_t k, std::uint32_t place) { places_[k * limits_->groups()] = place; }

  void append_to_permutation(OperationIndex i);
  void append_to_sequentialization(std::size_t k);  // the k-th that is ahead

  // Gives the lower indices to the operation that was called and returned first, among those of equal groups.
  // False if they have them already.
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

  void pack(std::vector<std::uint32_t>& record) const;
  void unpack(std::span<const std::uint32_t> record);

 private:
  bool inverted(std::size_t k, std::size_t l) const;
  void exchange_places(std::size_t k, std::size_t l);
  void put_in_sequentialization(OperationIndex i);

  const QuasiLimits* limits_;
  OperationIndex horizon_ = 0;
  std::vector<OperationIndex> missing_, ahead_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> sequenced_, ahead_in_;
};

}  // namespace linnet
