// Finds which operations may come next in ρ'' and in ρ', as far as places are concerned; whether the object
// allows them is another question.
//
// For one group of all operations ρ' follows from ρ'' (QuasiSchedule). Otherwise an operation may come next
// in ρ' if it is near enough to its places in ρ'' and no operation that precedes it is missing, and there may
// be several.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
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
  std::optional<std::size_t> next(const QuasiConfiguration& c) {
    find_jobs(c);
    const Job* first = nullptr;
    for (std::size_t k = 0; k < jobs_.size(); ++k) {
      if (jobs_[k].ahead == kNotAhead) continue;
      if ((first != nullptr && first->deadline <= jobs_[k].deadline) || is_blocked(k)) continue;
      first = &jobs_[k];
    }
    if (first == nullptr || first->deadline < std::int64_t{c.sequenced(0)}) return std::nullopt;
    return first->ahead;
  }

  // Returns nullopt if some operation can no longer be in its place in time. Otherwise the result is larger,
  // the less room there is. Tightens the deadlines of the configuration, so that equal ones compare equal.
  std::optional<std::uint64_t> tighten(QuasiConfiguration& c) {
    find_jobs(c);
    const std::int64_t factor = limits_.factor(0), plenty = 2 * factor + 1;
    due_.clear();
    for (const Job& job : jobs_) {
      if (job.deadline < kNoDeadline) due_.push_back(job.deadline);
    }
    const auto in_happening = fit(due_, c.sequenced(0), plenty);
    if (!in_happening) return std::nullopt;
    due_.clear();
    for (const Job& job : jobs_) {
      const std::int64_t last = std::int64_t{limits_.until(0, job.operation)} - 1;
      if (job.ahead == kNotAhead) due_.push_back(std::min(last, job.deadline) + factor);
    }
    const auto in_legal = fit(due_, c.permuted(0), plenty);
    if (!in_legal) return std::nullopt;
    for (const Job& job : jobs_) {
      if (job.ahead != kNotAhead)
        c.hasten(job.ahead, static_cast<std::uint32_t>(std::max<std::int64_t>(0, job.deadline - factor)));
    }
    return *in_happening + *in_legal;
  }

 private:
  struct Job {
    OperationIndex operation;
    std::uint32_t ahead;  // its index among those ahead; kNotAhead: ρ'' does not have it either
    Rank call, ret;
    std::int64_t deadline;  // in ρ'
  };

  static constexpr std::uint32_t kNotAhead = ~std::uint32_t{0};
  static constexpr std::int64_t kNoDeadline = std::numeric_limits<std::int64_t>::max() / 2;

  // Whether jobs with these deadlines fit into the slots from `first` on; returns the sum of the squares of
  // the room that is lacking.
  static std::optional<std::uint64_t> fit(std::vector<std::int64_t>& due, std::int64_t first,
                                          std::int64_t plenty) {
    std::ranges::sort(due);
    std::uint64_t pressure = 0;
    for (std::size_t k = 0; k < due.size(); ++k) {
      const std::int64_t room = due[k] - first - static_cast<std::int64_t>(k);
      if (room < 0) return std::nullopt;
      if (room < plenty) pressure += static_cast<std::uint64_t>((plenty - room) * (plenty - room));
    }
    return pressure;
  }

  // The operations that ρ' has yet to do, as far as their deadlines are known.
  void find_jobs(const QuasiConfiguration& c) {
    jobs_.clear();
    std::uint32_t ahead = 0;
    const auto add = [&](OperationIndex i) {
      while (ahead < c.ahead().size() && c.ahead()[ahead] < i) ++ahead;
      const Operation& op = history_.operations[i];
      if (ahead < c.ahead().size() && c.ahead()[ahead] == i) {
        jobs_.push_back({i, ahead, op.call, op.ret, std::int64_t{c.place(ahead, 0)} + limits_.factor(0)});
      } else if (op.completed()) {
        jobs_.push_back({i, kNotAhead, op.call, op.ret, kNoDeadline});
      }
    };
    for (const OperationIndex i : c.missing()) add(i);
    const OperationIndex end = c.ahead().empty() ? c.horizon() : std::max(c.horizon(), c.ahead().back() + 1);
    for (OperationIndex i = c.horizon(); i < end; ++i) add(i);
    // Operations are numbered by their calls: an operation comes before those that it precedes.
    for (std::size_t k = jobs_.size(); k-- > 0;) {
      for (std::size_t l = k + 1; l < jobs_.size(); ++l) {
        if (jobs_[l].deadline <= jobs_[k].deadline && precedes(jobs_[k], jobs_[l]))
          jobs_[k].deadline = jobs_[l].deadline - 1;
      }
    }
  }

  bool is_blocked(std::size_t job) const {
    for (std::size_t k = 0; k < job; ++k) {
      if (precedes(jobs_[k], jobs_[job])) return true;
    }
    return false;
  }

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
  QuasiMoves(const History& history, const QuasiLimits& limits)
      : history_(history), limits_(limits), schedule_(history, limits) {
    for (OperationIndex i = 0; i < history.size(); ++i) all_grouped_ = all_grouped_ && limits.grouped(i);
    one_group_ = limits.groups() == 1 && all_grouped_;
  }

  // Whether there is one group, of all operations.
  bool one_group() const { return one_group_; }

  // Replaces `unplaced` by the operations that ρ'' does not have and that may be within its reach; returns
  // where its reach ends.
  OperationIndex find_unplaced(const QuasiConfiguration& c, std::vector<OperationIndex>& unplaced) const {
    unplaced.clear();
    for (const OperationIndex i : c.missing()) {
      if (!c.is_ahead(i)) unplaced.push_back(i);
    }
    OperationIndex reach = c.horizon();
    for (; reach < history_.size(); ++reach) {
      if (all_grouped_ && !history_.order && out_of_reach(c, reach)) break;
      if (!c.is_ahead(reach)) unplaced.push_back(reach);
    }
    return reach;
  }

  // Whether an unplaced operation may come next in ρ''.
  bool has_room_for(const QuasiConfiguration& c, OperationIndex i) const {
    const auto below_horizon = std::ranges::lower_bound(c.missing(), i) - c.missing().begin();
    const auto unsequenced =
        static_cast<std::uint64_t>(below_horizon) + (i > c.horizon() ? i - c.horizon() : 0);
    for (Group d = 0; d < limits_.groups(); ++d) {
      if (!limits_.in(d, i)) continue;
      if (is_overdue(c, i, d)) return false;
      const std::uint64_t last = std::uint64_t{c.permuted(d)} + limits_.factor(d);
      if (c.sequenced(d) + unsequenced <= last) continue;
      if (c.sequenced(d) + unsequenced_predecessors(c, i, d) > last) return false;
    }
    return true;
  }

  // Replaces `choices` by the operations ahead of which one has to come next in ρ'.
  void find_next_in_sequentialization(const QuasiConfiguration& c, std::vector<std::size_t>& choices) {
    choices.clear();
    if (one_group_) {
      if (const auto k = schedule_.next(c)) choices.push_back(*k);
      return;
    }
    candidates_.clear();
    for (std::size_t k = 0; k < c.ahead().size(); ++k) {
      if (can_be_next(c, k)) candidates_.push_back(k);
    }
    const auto superfluous = [&](std::size_t k) {
      return !history_.order &&
             std::ranges::any_of(candidates_, [&](std::size_t better) { return replaces(c, better, k); });
    };
    std::ranges::remove_copy_if(candidates_, std::back_inserter(choices), superfluous);
  }

  // Returns nullopt if some operation can no longer reach its place. Otherwise the result is larger, the less
  // room there is. Changes the configuration to one that goes as far, such that equal ones compare equal.
  std::optional<std::uint64_t> settle(QuasiConfiguration& c) {
    return one_group_ ? schedule_.tighten(c) : pressure_on(c);
  }

  // Whether ρ'' has all operations that have returned.
  bool has_all_completed(const QuasiConfiguration& c) const {
    const auto open = [&](OperationIndex i) { return history_.operations[i].completed() && !c.is_ahead(i); };
    if (std::ranges::any_of(c.missing(), open)) return false;
    for (OperationIndex i = c.horizon(); i < history_.size(); ++i) {
      if (open(i)) return false;
    }
    return true;
  }

 private:
  using Group = QuasiLimits::Group;

  // Whether too many operations precede i, in all groups, for i and all operations called later to be next.
  bool out_of_reach(const QuasiConfiguration& c, OperationIndex i) const {
    for (Group d = 0; d < limits_.groups(); ++d) {
      if (limits_.before(d, i) <= c.permuted(d) + limits_.factor(d)) return false;
    }
    return true;
  }

  // Whether even the last place that i can have in ρ'|d is too early for the next place in ρ''|d.
  bool is_overdue(const QuasiConfiguration& c, OperationIndex i, Group d) const {
    return limits_.until(d, i) - 1 + std::uint64_t{limits_.factor(d)} < c.permuted(d);
  }
  std::uint32_t unsequenced_predecessors(const QuasiConfiguration& c, OperationIndex i, Group d) const {
    std::uint32_t count = 0;
    for (const OperationIndex j : c.missing()) {
      if (j >= i) break;
      count += limits_.in(d, j) && history_.precedes(j, i) ? 1 : 0;
    }
    for (OperationIndex j = c.horizon(); j < i; ++j)
      count += limits_.in(d, j) && history_.precedes(j, i) ? 1 : 0;
    return count;
  }

  bool can_be_next(const QuasiConfiguration& c, std::size_t k) const {
    const OperationIndex i = c.ahead()[k];
    for (Group d = 0; d < limits_.groups(); ++d) {
      if (!limits_.in(d, i)) continue;
      const std::uint64_t place = c.place(k, d), here = c.sequenced(d);
      if (here > place + limits_.factor(d) || place > here + limits_.factor(d)) return false;
    }
    const auto blocks = [&](OperationIndex j) {
      return j < i && limits_.grouped(j) && history_.precedes(j, i);
    };
    if (std::ranges::any_of(c.missing(), blocks)) return false;
    for (OperationIndex j = c.horizon(); j < i; ++j) {
      if (blocks(j)) return false;
    }
    return true;
  }

  // The second exchange argument (beam.hpp).
  bool replaces(const QuasiConfiguration& c, std::size_t better, std::size_t k) const {
    const OperationIndex x = c.ahead()[better], y = c.ahead()[k];
    const std::uint64_t mask = limits_.mask(x);
    if (x == y || mask != limits_.mask(y)) return false;
    const auto d = static_cast<Group>(std::countr_zero(mask));
    return history_.operations[x].ret <= history_.operations[y].ret && c.place(better, d) < c.place(k, d);
  }

  std::optional<std::uint64_t> pressure_on(const QuasiConfiguration& c) const {
    std::uint64_t cost = 0;
    const auto spend = [&cost](std::uint64_t room, std::uint64_t factor) {
      const std::uint64_t plenty = 2 * factor + 1;
      if (room < plenty) cost += (plenty - room) * (plenty - room);
    };
    for (Group d = 0; d < limits_.groups(); ++d) {
      for (std::size_t k = 0; k < c.ahead().size(); ++k) {
        const OperationIndex i = c.ahead()[k];
        if (!limits_.in(d, i)) continue;
        const std::uint64_t last = std::uint64_t{c.place(k, d)} + limits_.factor(d);
        const std::uint64_t earliest = c.sequenced(d) + unsequenced_predecessors(c, i, d);
        if (earliest > last) return std::nullopt;
        spend(last - earliest, limits_.factor(d));
      }
      for (const OperationIndex i : c.missing()) {
        if (!limits_.in(d, i) || !history_.operations[i].completed() || c.is_ahead(i)) continue;
        if (is_overdue(c, i, d)) return std::nullopt;
        spend(limits_.until(d, i) - 1 + std::uint64_t{limits_.factor(d)} - c.permuted(d), limits_.factor(d));
      }
    }
    return cost;
  }

  const History& history_;
  const QuasiLimits& limits_;
  bool all_grouped_ = true, one_group_ = false;
  QuasiSchedule schedule_;
  std::vector<std::size_t> candidates_;
};

}  // namespace linnet
