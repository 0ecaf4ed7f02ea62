// QuasiSchedule: deadlines from the last called to the first, and Hall's condition on what is left of time.
#include "check/quasi/schedule.hpp"

#include <algorithm>
#include <limits>

namespace linnet {

namespace {

constexpr std::int64_t kNoDeadline = std::numeric_limits<std::int64_t>::max() / 2;

// Whether jobs with these deadlines fit into the slots from `first` on; the squares of what is lacking to
// plenty of room.
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

}  // namespace linnet
