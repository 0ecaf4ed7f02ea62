// Computes what precedence and the factors say about single operations, before any search.
//
// In ρ'|d an operation has at least before(d) operations ahead of it, and all but until(d) behind it. In
// ρ''|d it is at most factor(d) away from there. Groups that bound nothing (their factor is as large as the
// history) are left out: an operation in no group that is left needs no place in ρ' at all, since precedence
// is transitive and ρ' can be completed afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "check/quasi/bounds.hpp"
#include "history/model/history.hpp"

namespace linnet {

class QuasiLimits {
 public:
  using Group = std::uint32_t;

  QuasiLimits(const History& history, const QuasiBounds& bounds);

  Group groups() const { return static_cast<Group>(factors_.size()); }
  std::uint32_t factor(Group d) const { return factors_[d]; }
  std::uint32_t total(Group d) const { return totals_[d]; }  // its operations, pending ones included

  // The groups that an operation is in, as bits.
  std::uint64_t mask(OperationIndex i) const { return masks_[i]; }
  bool in(Group d, OperationIndex i) const { return (masks_[i] >> d & 1) != 0; }
  bool grouped(OperationIndex i) const { return masks_[i] != 0; }

  // Operations of d that precede i.
  std::uint32_t before(Group d, OperationIndex i) const { return before_[i * groups() + d]; }
  // Operations of d that i does not precede, itself included.
  std::uint32_t until(Group d, OperationIndex i) const { return until_[i * groups() + d]; }

 private:
  void count_by_intervals(const History& history);
  void count_by_order(const History& history);

  std::vector<std::uint32_t> factors_, totals_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> before_, until_;
};

}  // namespace linnet
