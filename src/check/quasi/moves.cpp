// QuasiMoves: places within the factors, by counting what precedes and what is preceded.
#include "check/quasi/moves.hpp"

#include <algorithm>
#include <bit>

namespace linnet {

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

// Whether in all groups so many operations precede i that it, and all that are called later, must wait.
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

// The second exchange argument (quasi_beam.hpp).
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
