// Finds what may come next in ρ'' and in ρ', as far as places are concerned; what the object allows is another question.
//
// For one group of all operations ρ' follows from ρ'' (QuasiSchedule). Otherwise an operation may come next in ρ' if it is near
// enough to its places in ρ'' and nothing that precedes it is missing, and there may be several.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/quasi/configuration.hpp"
#include "check/quasi/limits.hpp"
#include "history/model/history.hpp"

namespace linnet {

// For one group of all operations, ρ' follows from ρ'' without a choice.
//
// Given ρ'', an operation at index p of it may have the indices p - K to p + K in ρ', after all that precede it:
// unit jobs on one machine, each with a release time, a deadline and predecessors. Such a schedule exists iff
// serving the earliest deadline first finds one, where a job that must come before another has to be done
// earlier than that (Lageweg, Lenstra, Rinnooy Kan 1976). At index t of ρ' all jobs that are released are among the
// first t + K + 1 of ρ'', so the search knows their deadlines in time: whatever ρ'' places later has a later one.
//
// Example: K = 1, x precedes y, ρ'' = y z x. Their deadlines are 1, 2, 3, but x must be done before y: 0. At index 0
// of ρ' only y and z are there, and y cannot come before x: z takes index 0, x is late. With ρ'' = y x z: x, y, z.
//
// REQUIRES: the limits have one group, of all operations.
class QuasiSchedule {
 public:
  QuasiSchedule(const History& history, const QuasiLimits& limits) : history_(history), limits_(limits) {}

  // Which of the operations that are ahead comes next in ρ'; nullopt if none can.
  std::optional<std::size_t> next(const QuasiConfiguration& c);

  // Returns nullopt if some operation cannot be in its place in time any more. Otherwise the result is larger, the less room
  // there is. Gives the configuration deadlines that name every hurry, so that equal ones compare equal.
  std::optional<std::uint64_t> tighten(QuasiConfiguration& c);

 private:
  struct Job {
    OperationIndex operation;
    std::uint32_t ahead;  // its index among those ahead; kNotAhead: ρ'' does not have it either
    Rank call, ret;
    std::int64_t deadline;  // in ρ'
  };

  static constexpr std::uint32_t kNotAhead = ~std::uint32_t{0};

  // Operations that ρ' has yet to do, as far as deadlines are known.
  void find_jobs(const QuasiConfiguration& c);
  bool is_blocked(std::size_t job) const;
  bool precedes(const Job& a, const Job& b) const {
    return history_.order ? history_.precedes(a.operation, b.operation) : a.ret < b.call;
  }

  const History& history_;
  const QuasiLimits& limits_;
  std::vector<Job> jobs_;  // by operation
  std::vector<std::int64_t> due_;
};

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

  // Returns nullopt if some operation cannot reach its place any more. Otherwise the result is larger, the less room there is. Changes the
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
