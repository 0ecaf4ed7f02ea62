// Computes what precedence and the factors say about single operations, before any search.
//
// In ρ'|d an operation has at least before(d) operations ahead of it, and all except until(d) behind it. In
// ρ''|d it is at most factor(d) away from there. Groups that bound nothing (their factor is as large as the
// history) are left out: an operation in none of the remaining groups needs no place in ρ' at all, since
// precedence is transitive and ρ' can be completed afterwards.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "check/quasi/bounds.hpp"
#include "history/model/history.hpp"

namespace linnet {

class QuasiLimits {
 public:
  using Group = std::uint32_t;

  QuasiLimits(const History& history, const QuasiBounds& bounds) : masks_(history.size()) {
    for (const QuasiGroup& group : bounds.groups) {
      const auto in_group = [&group](const Operation& op) { return group.has(op.method); };
      const auto total = static_cast<std::uint32_t>(std::ranges::count_if(history.operations, in_group));
      if (group.factor + 1 >= total) continue;
      for (OperationIndex i = 0; i < history.size(); ++i) {
        if (in_group(history.operations[i])) masks_[i] |= std::uint64_t{1} << groups();
      }
      factors_.push_back(group.factor);
      totals_.push_back(total);
    }
    before_.assign(history.size() * groups(), 0);
    until_.assign(history.size() * groups(), 0);
    if (history.order) {
      count_by_order(history);
    } else {
      count_by_intervals(history);
    }
  }

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
  void count_by_intervals(const History& history) {
    std::vector<OperationIndex> by_return = history.indices();
    const auto& ops = history.operations;
    std::ranges::sort(by_return, {}, [&ops](OperationIndex i) { return ops[i].ret; });
    std::vector<std::uint32_t> called(groups()), returned(groups());
    const auto count = [this](std::vector<std::uint32_t>& counts, OperationIndex i) {
      for (Group d = 0; d < groups(); ++d) counts[d] += in(d, i) ? 1 : 0;
    };
    std::size_t next = 0;
    for (OperationIndex i = 0; i < history.size(); ++i) {
      for (; ops[by_return[next]].ret < ops[i].call; ++next) count(returned, by_return[next]);
      std::ranges::copy(returned, before_.begin() + static_cast<std::ptrdiff_t>(i * groups()));
    }
    OperationIndex next_call = 0;
    for (const OperationIndex i : by_return) {
      for (; next_call < history.size() && ops[next_call].call <= ops[i].ret; ++next_call)
        count(called, next_call);
      std::ranges::copy(called, until_.begin() + static_cast<std::ptrdiff_t>(i * groups()));
    }
  }

  void count_by_order(const History& history) {
    for (OperationIndex i = 0; i < history.size(); ++i) {
      for (OperationIndex j = 0; j < history.size(); ++j) {
        for (Group d = 0; d < groups(); ++d) {
          if (!in(d, j)) continue;
          if (history.precedes(j, i)) ++before_[i * groups() + d];
          if (!history.precedes(i, j)) ++until_[i * groups() + d];
        }
      }
    }
  }

  std::vector<std::uint32_t> factors_, totals_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> before_, until_;
};

}  // namespace linnet
