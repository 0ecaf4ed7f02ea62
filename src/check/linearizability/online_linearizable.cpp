// Implements OnlineLinearizability: keeps all configurations that are possible after each event; none is left if it is too late.
#include "check/linearizability/online_linearizable.hpp"

#include <algorithm>

namespace linnet {

OnlineLinearizability::OnlineLinearizability(const Spec& spec, const Budget& budget)
    : budget_(budget), space_(spec.open()), frontier_{{StateSpace::initial(), {}}} {}

OnlineLinearizability::Token OnlineLinearizability::call(MethodIndex method,
                                                         std::span<const Value> arguments) {
  open_.push_back({next_token_, method, {arguments.begin(), arguments.end()}});
  return next_token_++;
}

OnlineLinearizability::Answer OnlineLinearizability::ret(Token token, Value result) {
  seen_.clear(), next_.clear();
  for (Configuration& configuration : frontier_) {
    auto& linearized = configuration.linearized;
    const auto at = std::ranges::find(linearized, token, &std::pair<Token, Value>::first);
    if (at == linearized.end()) {
      reach(std::move(configuration));
    } else if (at->second == result) {
      linearized.erase(at);
      next_.insert(std::move(configuration));
    }
  }
  while (!to_expand_.empty()) {
    if (budget_.spent(steps_)) return Answer::out_of_budget;
    const Configuration configuration = std::move(to_expand_.back());
    to_expand_.pop_back();
    linearize_next(configuration, token, result);
  }
  frontier_.assign(next_.begin(), next_.end());
  std::erase_if(open_, [&](const Open& open) { return open.token == token; });
  if (space_->size() > forget_at_) forget();
  return frontier_.empty() ? Answer::violation : Answer::consistent;
}

void OnlineLinearizability::linearize_next(const Configuration& from, Token returning, Value result) {
  for (const Open& open : open_) {
    const auto place =
        std::ranges::lower_bound(from.linearized, open.token, {}, &std::pair<Token, Value>::first);
    if (place != from.linearized.end() && place->first == open.token) continue;
    space_->outcomes(from.state, {open.method, open.arguments}, outcomes_);
    for (const StateSpace::Outcome& outcome : outcomes_) {
      Configuration to{outcome.state, from.linearized};
      if (open.token == returning) {
        if (outcome.result == result) next_.insert(std::move(to));
        continue;
      }
      to.linearized.insert(to.linearized.begin() + (place - from.linearized.begin()),
                           {open.token, outcome.result});
      reach(std::move(to));
    }
  }
}

void OnlineLinearizability::reach(Configuration configuration) {
  const auto [at, fresh] = seen_.insert(std::move(configuration));
  if (fresh) to_expand_.push_back(*at);
}

// A walk that only goes forward needs no memory of where it has been.
void OnlineLinearizability::forget() {
  std::vector<StateId> kept;
  for (const Configuration& configuration : frontier_) kept.push_back(configuration.state);
  space_->forget_all_but(kept);
  for (std::size_t i = 0; i < kept.size(); ++i) frontier_[i].state = kept[i];
  forget_at_ = 4 * space_->size() + kFewStates;
}

}  // namespace linnet
