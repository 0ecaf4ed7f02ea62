// Implements QuasiMoves and QuasiSchedule: finds places within the factors, by counting what precedes and what is preceded.
#include "check/quasi/moves.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace linnet {

namespace {

constexpr std::int64_t kNoDeadline = std::numeric_limits<std::int64_t>::max() / 2;

// Whether jobs with these deadlines fit into the slots from `first` on; returns the sum of the squares of what is
// lacking to plenty of room.
std::optional<std::uint64_t> fit(std::vector<std::int64_t>& due, std::int64_t first, std::int64_t plenty) {
  std::ranges::sort(due);
  std::uint64_t pressure = 0;
  for (std::size_t k = 0; k < due.size(); ++k) {
    const std::int64_t room = due[k] - first - static_cast<std::int64_t>(k);
    if (room < 0) return std::nullopt;
    if (room < plenty) pressure += static_cast<std::uint64_t>((plenty - room) * (plenty - room));
  }
  return pressure;
}

}  // namespace

// QuasiSchedule: deadlines from the last called to the first, and Hall's condition on what is left of time.

void QuasiSchedule::find_jobs(const QuasiConfiguration& c) {
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
  // Operations are numbered by their calls: what one precedes comes after it.
  for (std::size_t k = jobs_.size(); k-- > 0;) {
    for (std::size_t l = k + 1; l < jobs_.size(); ++l) {
      if (jobs_[l].deadline <= jobs_[k].deadline && precedes(jobs_[k], jobs_[l]))
        jobs_[k].deadline = jobs_[l].deadline - 1;
    }
  }
}

bool QuasiSchedule::is_blocked(std::size_t job) const {
  for (std::size_t k = 0; k < job; ++k) {
    if (precedes(jobs_[k], jobs_[job])) return true;
  }
  return false;
}

std::optional<std::size_t> QuasiSchedule::next(const QuasiConfiguration& c) {
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

std::optional<std::uint64_t> QuasiSchedule::tighten(QuasiConfiguration& c) {
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

// QuasiMoves.

QuasiMoves::QuasiMoves(const History& history, const QuasiLimits& limits)
    : history_(history), limits_(limits), schedule_(history, limits) {
  for (OperationIndex i = 0; i < history.size(); ++i) all_grouped_ = all_grouped_ && limits.grouped(i);
  one_group_ = limits.groups() == 1 && all_grouped_;
}

OperationIndex QuasiMoves::find_unplaced(const QuasiConfiguration& c,
                                         std::vector<OperationIndex>& unplaced) const {
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

// Whether the operations that precede i are too many, in all groups, for it and all that are called later to be next.
bool QuasiMoves::out_of_reach(const QuasiConfiguration& c, OperationIndex i) const {
  for (Group d = 0; d < limits_.groups(); ++d) {
    if (limits_.before(d, i) <= c.permuted(d) + limits_.factor(d)) return false;
  }
  return true;
}

bool QuasiMoves::has_room_for(const QuasiConfiguration& c, OperationIndex i) const {
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

std::uint32_t QuasiMoves::unsequenced_predecessors(const QuasiConfiguration& c, OperationIndex i,
                                                   Group d) const {
  std::uint32_t count = 0;
  for (const OperationIndex j : c.missing()) {
    if (j >= i) break;
    count += limits_.in(d, j) && history_.precedes(j, i) ? 1 : 0;
  }
  for (OperationIndex j = c.horizon(); j < i; ++j)
    count += limits_.in(d, j) && history_.precedes(j, i) ? 1 : 0;
  return count;
}

void QuasiMoves::find_next_in_sequentialization(const QuasiConfiguration& c,
                                                std::vector<std::size_t>& choices) {
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

bool QuasiMoves::can_be_next(const QuasiConfiguration& c, std::size_t k) const {
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
bool QuasiMoves::replaces(const QuasiConfiguration& c, std::size_t better, std::size_t k) const {
  const OperationIndex x = c.ahead()[better], y = c.ahead()[k];
  const std::uint64_t mask = limits_.mask(x);
  if (x == y || mask != limits_.mask(y)) return false;
  const auto d = static_cast<Group>(std::countr_zero(mask));
  return history_.operations[x].ret <= history_.operations[y].ret && c.place(better, d) < c.place(k, d);
}

std::optional<std::uint64_t> QuasiMoves::settle(QuasiConfiguration& c) {
  return one_group_ ? schedule_.tighten(c) : pressure_on(c);
}

std::optional<std::uint64_t> QuasiMoves::pressure_on(const QuasiConfiguration& c) const {
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

bool QuasiMoves::has_all_completed(const QuasiConfiguration& c) const {
  const auto open = [&](OperationIndex i) { return history_.operations[i].completed() && !c.is_ahead(i); };
  if (std::ranges::any_of(c.missing(), open)) return false;
  for (OperationIndex i = c.horizon(); i < history_.size(); ++i) {
    if (open(i)) return false;
  }
  return true;
}

}  // namespace linnet
