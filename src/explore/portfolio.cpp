// Implements Portfolio: the turns, and the orders that are new.
#include "explore/portfolio.hpp"

#include <deque>
#include <utility>

#include "base/hash.hpp"

namespace linnet {

namespace {

constexpr std::size_t kMostOrders = 1 << 20, kMostAddresses = 1 << 16;  // that are kept in memory

}  // namespace

Portfolio::Portfolio(std::vector<std::unique_ptr<Strategy>> strategies, NextTurn next_turn, bool measures)
    : next_turn_(std::move(next_turn)), measures_(measures) {
  for (auto& strategy : strategies) members_.emplace_back().strategy = std::move(strategy);
}

void Portfolio::continue_from(std::size_t member, std::string_view position, std::uint64_t executions) {
  members_[member].strategy->load(position);
  members_[member].executions = executions;
}

bool Portfolio::next_execution() {
  if (execution_ > 0) before_ = current_;
  for (;;) {
    if (!in_turn_ && !begin_turn()) return false;
    Member& member = members_[current_];
    if (left_ > 0 && !member.over) {
      if (member.strategy->next_execution()) break;
      member.over = true;
    }
    in_turn_ = false;
  }
  --left_;
  ++members_[current_].executions;
  steps_.clear();
  ++execution_;
  if (last_.size() > kMostAddresses) last_.clear();
  return true;
}

bool Portfolio::begin_turn() {
  const std::optional<Turns::Turn> turn = next_turn_();
  if (!turn) return false;
  in_turn_ = true;
  current_ = turn->member;
  length_ = left_ = turn->executions;
  new_orders_.clear();
  return true;
}

std::optional<std::uint32_t> Portfolio::repeated_steps() const {
  const auto repeated = members_[current_].strategy->repeated_steps();
  return repeated && before_ != current_ ? 0 : repeated;
}

void Portfolio::took(const Step& step) {
  now().took(step);
  diverged_ = now().diverged();
  if (measures_ && current_ + 1 != members_.size()) note_orders(step);
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
    const std::uint64_t order = mix(before ^ access.address, who);
    if (orders_.insert(order).second) new_orders_.push_back(order);
  }
}

std::unique_ptr<Portfolio> take_turns(std::vector<std::unique_ptr<Strategy>> strategies, std::size_t opens) {
  struct State {
    Turns turns;
    std::deque<Turns::Turn> decided = {};
    Portfolio* portfolio = nullptr;
    bool in_turn = false;
  };
  const auto state = std::make_shared<State>(Turns::shared(strategies.size(), opens, std::nullopt));
  const auto next_turn = [state]() -> std::optional<Turns::Turn> {
    if (state->in_turn) {
      const Portfolio& now = *state->portfolio;
      const bool over = now.members()[now.current()].over;
      state->turns.merge({now.executions_of_turn(), 0, now.new_orders().size(), over});
      if (over && now.coverage().complete) return std::nullopt;
    }
    while (const auto turn = state->turns.decide()) state->decided.push_back(*turn);
    state->in_turn = !state->decided.empty();
    if (!state->in_turn) return std::nullopt;
    const Turns::Turn turn = state->decided.front();
    state->decided.pop_front();
    return turn;
  };
  auto portfolio = std::make_unique<Portfolio>(std::move(strategies), next_turn);
  state->portfolio = portfolio.get();
  return portfolio;
}

}  // namespace linnet
