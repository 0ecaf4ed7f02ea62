// For one group of all operations: ρ' follows from ρ'', without a choice.
//
// Given ρ'', an operation at index p of it may have the indices p - K to p + K in ρ', after all that precede it:
// unit jobs on one machine, each with a release time, a deadline and predecessors. Such a schedule exists iff
// serving the earliest deadline first finds one, where a job that must come before another has to be done
// earlier than that (Lageweg, Lenstra, Rinnooy Kan 1976). At index t of ρ' all jobs that are released are among the
// first t + K + 1 of ρ'', so the search knows their deadlines in time: whatever ρ'' places later has a later one.
//
// Example: K = 1, x precedes y, ρ'' = y z x. Their deadlines are 1, 2, 3, but x must be done before y: 0. At index 0
// of ρ' only y and z are there, and y cannot come before x: z takes index 0, x is late. With ρ'' = y x z: x, y, z.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/quasi/configuration.hpp"
#include "check/quasi/limits.hpp"
#include "history/model/history.hpp"

namespace linnet {

// REQUIRES of all: the limits have one group, of all operations.
class QuasiSchedule {
 public:
  QuasiSchedule(const History& history, const QuasiLimits& limits) : history_(history), limits_(limits) {}

  // Which of the operations that are ahead comes next in ρ'; nullopt if none can.
  std::optional<std::size_t> next(const QuasiConfiguration& c);

  // nullopt: some operation cannot be in its place in time any more. Otherwise the more, the less room there is; gives the
  // configuration deadlines that name every hurry, so that equal ones compare equal.
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

}  // namespace linnet
