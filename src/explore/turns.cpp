// Implements Turns.
#include "explore/turns.hpp"

#include <algorithm>

#include "schedule/numbers.hpp"

namespace linnet {

namespace {

constexpr std::uint64_t kOpening = 128, kTurn = 256;  // executions
// Up to so many, the turns of the systematic one are so many times as long.
constexpr std::uint64_t kHeadStart = 2048, kLonger = 4;
// After so many executions of the systematic one, the space is large.
constexpr std::uint64_t kLarge = 1 << 16;
// Once in so many turns of the others, one of them has it that is not the best.
constexpr std::uint64_t kInAnyCase = 8;
// A history is worth as much as so many orders, and so much in a thousand executions is worth a turn.
constexpr std::uint64_t kHistory = 16, kWorthATurn = 64;
// The others go on for so long if the systematic one cannot.
constexpr std::uint64_t kMostWithoutEnd = 10'000;
constexpr std::string_view kTurnsHeading = "linnet-turns 1";

}  // namespace

Turns Turns::shared(std::size_t members, std::size_t opens, std::optional<std::uint64_t> most) {
  return {members, opens, most, true};
}

Turns Turns::one_after_the_other(std::size_t members, std::optional<std::uint64_t> most) {
  return {members, 0, most, false};
}

std::optional<Turns::Turn> Turns::decide() {
  if (!may_decide()) return std::nullopt;
  const std::optional<Turn> turn = next();
  if (!turn || turn->executions == 0) return std::nullopt;
  members_[turn->member].planned += turn->executions;
  members_[turn->member].tried = true;
  if (are_shared_ && members_.back().over) without_end_ += turn->executions;
  decided_.push_back(*turn);
  ++turn_;
  return turn;
}

// The turns of the opening are decided at once, and the others when it is over.
bool Turns::may_decide() const {
  if (are_shared_ && turn_ < kOpeningTurns) return true;
  if (are_shared_ && merged() < kOpeningTurns) return false;
  return decided_.size() < kAhead;
}

std::optional<Turns::Turn> Turns::next() const {
  if (std::ranges::all_of(members_, &Member::over)) return std::nullopt;
  if (are_shared_ && members_.back().over && without_end_ >= kMostWithoutEnd) return std::nullopt;
  const std::size_t member = whose();
  std::uint64_t executions = length(member);
  if (most_ && (are_shared_ || member == systematic())) {
    std::uint64_t left = *most_ - merged_executions_;
    for (const Turn& turn : decided_) {
      if (are_shared_ || turn.member == systematic()) left -= turn.executions;
    }
    executions = std::min(executions, left);
  }
  return Turn{member, executions};
}

std::uint64_t Turns::length(std::size_t member) const {
  if (!are_shared_) return kTurn;
  if (turn_ == 0) return kOpening;
  const Member& one = members_[member];
  const bool ahead = member == systematic() && one.executions + one.planned < kHeadStart;
  return ahead ? kLonger * kTurn : kTurn;
}

std::size_t Turns::whose() const {
  if (!are_shared_)
    return static_cast<std::size_t>(std::ranges::find(members_, false, &Member::over) - members_.begin());
  if (turn_ == 0) return opens_;
  const std::uint64_t period = members_.back().executions < kLarge ? 2 : members_.size();
  const std::uint64_t place = turn_ % period;
  const bool has_end = !members_[systematic()].over;
  if (has_end && place == 0) return systematic();
  const std::uint64_t round = (turn_ + period - 1) / period;
  const std::vector<std::size_t> others = others_of(round);
  if (others.empty()) return systematic();
  if (round % kInAnyCase == 0) return others.front();
  for (const std::size_t other : others) {
    if (!members_[other].tried) return other;
  }
  std::vector<std::size_t> best;
  for (const std::size_t other : others) {
    const auto worse = [&](std::size_t one) { return members_[one].rate < members_[other].rate; };
    best.insert(std::ranges::find_if(best, worse), other);
  }
  const std::size_t rank = place == 0 ? 0 : place - 1;
  if (rank >= best.size() || (has_end && members_[best[rank]].rate < kWorthATurn)) return systematic();
  return best[rank];
}

// Those that are not over, without the systematic one. Which is the first changes from round to round.
std::vector<std::size_t> Turns::others_of(std::uint64_t round) const {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < systematic(); ++i) {
    const std::size_t at = (round + i) % systematic();
    if (!members_[at].over) others.push_back(at);
  }
  return others;
}

void Turns::merge(const Brought& brought) {
  const Turn turn = decided_.front();
  decided_.pop_front();
  Member& member = members_[turn.member];
  const bool is_first = member.executions == 0;
  member.planned -= turn.executions;
  member.executions += brought.executions;
  member.histories += brought.histories;
  member.orders += brought.orders;
  member.over = brought.over;
  if (are_shared_ || turn.member == systematic()) merged_executions_ += brought.executions;
  if (brought.executions == 0) return;
  const std::uint64_t rate = 1024 * (kHistory * brought.histories + brought.orders) / brought.executions;
  member.rate = is_first ? rate : (member.rate + rate) / 2;
}

std::uint64_t Turns::executions() const {
  std::uint64_t sum = 0;
  for (const Member& member : members_) sum += member.executions;
  return sum;
}

std::string Turns::save() const {
  NumberWriter out(kTurnsHeading);
  std::uint64_t without_end = without_end_;
  if (members_.back().over) {
    for (const Turn& turn : decided_) without_end -= std::min(without_end, turn.executions);
  }
  out.numbers(members_.size(), merged(), without_end);
  for (const Member& m : members_)
    out.numbers(m.executions, m.histories, m.orders, m.over, m.executions != 0 || m.over, m.rate);
  return out.finish();
}

void Turns::load(std::string_view text) {
  NumberReader in(kTurnsHeading, text);
  std::size_t members = 0;
  in.numbers(members, turn_, without_end_);
  if (members != members_.size()) in.fail("other strategies");
  for (Member& m : members_) in.numbers(m.executions, m.histories, m.orders, m.over, m.tried, m.rate);
}

}  // namespace linnet
