// What may come next in ρ'' and in ρ', as far as places are concerned; what the object allows is another question.
//
// For one group of all operations ρ' follows from ρ'' (quasi_schedule.hpp). Otherwise an operation may come next in ρ' if it is near
// enough to its places in ρ'' and nothing that precedes it is missing, and there may be several.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/quasi/configuration.hpp"
#include "check/quasi/limits.hpp"
#include "check/quasi/schedule.hpp"
#include "history/model/history.hpp"

namespace linnet {

class QuasiMoves {
 public:
  QuasiMoves(const History& history, const QuasiLimits& limits);

  // Whether there is one group, of all operations.
  bool one_group() const { return one_group_; }

  // Replaces `unplaced` by the operations that ρ'' does not have and that may be within its reach; returns where its reach
  // ends.
  OperationIndex find_unplaced(const QuasiConfiguration& c, std::vector<OperationIndex>& unplaced) const;
  // Whether an unplaced operation may come next in ρ''.
  bool has_room_for(const QuasiConfiguration& c, OperationIndex i) const;

  // Replaces `choices` by those of the operations that are ahead of which one has to come next in ρ'.
  void find_next_in_sequentialization(const QuasiConfiguration& c, std::vector<std::size_t>& choices);

  // nullopt: some operation cannot reach its place any more. Otherwise the more, the less room there is. Changes the
  // configuration to one that goes as far, if equal ones compare equal then.
  std::optional<std::uint64_t> settle(QuasiConfiguration& c);

  // Whether ρ'' has all operations that have returned.
  bool has_all_completed(const QuasiConfiguration& c) const;

 private:
  using Group = QuasiLimits::Group;

  bool out_of_reach(const QuasiConfiguration& c, OperationIndex i) const;
  // Whether even the last place that i can have in ρ'|d is too early for the next place in ρ''|d.
  bool is_overdue(const QuasiConfiguration& c, OperationIndex i, Group d) const {
    return limits_.until(d, i) - 1 + std::uint64_t{limits_.factor(d)} < c.permuted(d);
  }
  std::uint32_t unsequenced_predecessors(const QuasiConfiguration& c, OperationIndex i, Group d) const;
  bool can_be_next(const QuasiConfiguration& c, std::size_t k) const;
  bool replaces(const QuasiConfiguration& c, std::size_t better, std::size_t k) const;
  std::optional<std::uint64_t> pressure_on(const QuasiConfiguration& c) const;

  const History& history_;
  const QuasiLimits& limits_;
  bool all_grouped_ = true, one_group_ = false;
  QuasiSchedule schedule_;
  std::vector<std::size_t> candidates_;
};

}  // namespace linnet
