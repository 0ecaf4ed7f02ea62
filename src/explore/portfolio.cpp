// Whose turn it is, and what is new.
#include "explore/portfolio.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "schedule/numbers.hpp"

namespace linnet {

namespace {

constexpr std::uint64_t kOpening = 128, kTurn = 256;  // executions
// Up to so many, the turns of the systematic one are so many times as long.
constexpr std::uint64_t kHeadStart = 2048, kLonger = 4;
// Once in so many turns of the others, one of them has it that is not the best.
constexpr std::uint64_t kInAnyCase = 8;
// A history is worth as much as so many orders, and so much in a thousand executions is worth a turn.
constexpr std::uint64_t kHistory = 16, kWorthATurn = 64;
// The others go on for so long if the systematic one cannot.
constexpr std::uint64_t kMostWithoutEnd = 10'000;
constexpr std::size_t kMostOrders = 1 << 20, kMostAddresses = 1 << 16;  // that are kept in memory
constexpr std::string_view kPortfolioHeading = "linnet-auto 2";

}  // namespace

Portfolio::Portfolio(std::vector<std::unique_ptr<Strategy>> strategies, std::size_t opens)
    : opens_(opens), current_(opens) {
  for (auto& strategy : strategies) members_.emplace_back().strategy = std::move(strategy);
}

bool Portfolio::next_execution() {
  if (turn_ > 0) before_ = current_;
  for (;;) {
    if (left_ == 0 && !begin_turn()) return false;
    Member& member = members_[current_];
    if (member.strategy->next_execution()) {
      --left_;
      ++member.executions;
      if (members_.back().over && ++without_end_ > kMostWithoutEnd) return false;
      steps_.clear();
      ++execution_;
      if (last_.size() > kMostAddresses) last_.clear();
      return true;
    }
    member.over = true;
    left_ = 0;
    if (member.strategy->coverage().complete) return false;
  }
}

std::optional<std::uint32_t> Portfolio::repeated_steps() const {
  const auto repeated = members_[current_].strategy->repeated_steps();
  return repeated && before_ != current_ ? 0 : repeated;
}

// False if no strategy has any executions left, or all is known, as it may be from a checkpoint.
bool Portfolio::begin_turn() {
  if (turn_ > 0) end_turn();
  if (coverage().complete) return false;
  if (std::ranges::all_of(members_, &Member::over)) return false;
  current_ = whose_turn();
  const bool ahead = current_ == systematic() && members_[current_].executions < kHeadStart;
  length_ = left_ = turn_ == 0 ? kOpening : ahead ? kLonger * kTurn : kTurn;
  reward_ = 0;
  ++turn_;
  return true;
}

void Portfolio::end_turn() {
  Member& member = members_[current_];
  const std::uint64_t rate = 1024 * reward_ / std::max<std::uint64_t>(1, length_ - left_);
  member.rate = member.tried ? (member.rate + rate) / 2 : rate;
  member.tried = true;
}

std::size_t Portfolio::whose_turn() const {
  if (turn_ == 0) return opens_;
  const std::size_t others = systematic();
  const bool has_end = !members_[systematic()].over;
  if (others == 0 || (has_end && turn_ % 2 == 0)) return systematic();
  const std::uint64_t round = (turn_ + 1) / 2;
  std::size_t best = members_.size();
  for (std::size_t i = 0; i < others; ++i) {
    const std::size_t at = (round + i) % others;
    if (members_[at].over) continue;
    if (round % kInAnyCase == 0 || !members_[at].tried) return at;
    if (best == members_.size() || members_[at].rate > members_[best].rate) best = at;
  }
  if (best == members_.size() || (has_end && members_[best].rate < kWorthATurn)) return systematic();
  return best;
}

void Portfolio::took(const Step& step) {
  now().took(step);
  diverged_ = now().diverged();
  if (current_ != systematic()) note_orders(step);
}

void Portfolio::note_orders(const Step& step) {
  if (step.thread >= steps_.size()) steps_.resize(step.thread + 1);
  const std::uint64_t who = mix(std::uint64_t{step.thread} << 32 | ++steps_[step.thread]);
  for (const Access& access : step.touched()) {
    LastAccess& last = last_[access.address];
    if (last.execution != execution_) last = {execution_, 0, 0};
    const std::uint64_t before = access.writes ? last.who : last.write;
    last.who = who;
    if (access.writes) last.write = who;
    if (before == 0 || orders_.size() >= kMostOrders) continue;
    if (!orders_.insert(mix(before ^ access.address, who)).second) continue;
    ++members_[current_].orders;
    ++reward_;
  }
}

void Portfolio::brought_history() {
  ++members_[current_].histories;
  reward_ += kHistory;
}

Coverage Portfolio::coverage() const {
  Coverage coverage = members_.back().strategy->coverage();
  for (const Member& member : members_) {
    if (member.over && member.strategy->coverage().complete) coverage.complete = true;
  }
  return coverage;
}

std::optional<std::string> Portfolio::save() const {
  if (members_.size() == 1) return members_.front().strategy->save();
  NumberWriter out(kPortfolioHeading);
  out.numbers(members_.size(), current_, turn_, left_, length_, reward_, without_end_);
  for (const Member& m : members_) {
    const std::optional<std::string> position = m.strategy->save();
    if (!position) return std::nullopt;
    out.numbers(m.executions, m.histories, m.orders, m.over, m.rate, m.tried);
    out.text(*position);
  }
  return out.finish();
}

void Portfolio::load(std::string_view text) {
  if (members_.size() == 1) return members_.front().strategy->load(text);
  NumberReader in(kPortfolioHeading, text);
  std::size_t members = 0;
  in.numbers(members, current_, turn_, left_, length_, reward_, without_end_);
  if (members != members_.size() || current_ >= members) in.fail("other strategies");
  for (Member& m : members_) {
    in.numbers(m.executions, m.histories, m.orders, m.over, m.rate, m.tried);
    m.strategy->load(in.text());
  }
}

}  // namespace linnet
