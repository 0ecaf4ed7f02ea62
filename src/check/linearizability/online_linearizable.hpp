// Decides linearizability while the history happens: it gets each call and return as it comes, and reports
// the first return after which no continuation can be linearizable.
//
// It keeps the frontier of the just-in-time search (just_in_time.cpp), without knowing the future: a
// configuration is the object's state, and which of the operations that have not returned are linearized,
// each with the result that it will then have to return. A call changes nothing. A return of r with v keeps
// the configurations in which r is linearized with v. Each configuration in which r is not linearized is
// replaced by all that result from linearizing open operations, with any results, and then r.
//
//   write(1) |-----...         When the first read returns 1, write(1) is linearized in all remaining
//   read()→1   |--|            configurations, though it has not returned. When the second one returns 0,
//   read()→0        |--|       none remains: whatever comes, this history is not linearizable.
//
// Memory is the frontier and the open operations. A configuration is dropped only if the events so far
// contradict it, so a frontier that is not empty is a linearization of the events so far, in which pending
// operations may have happened.
//
// Lowe: Testing for linearizability. Concurrency and Computation: Practice and Experience, 2017.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Decides the history of one object.
class OnlineLinearizability {
 public:
  using Token = std::uint32_t;  // of an operation that has been called
  enum class Answer : std::uint8_t { consistent, violation, out_of_budget };

  OnlineLinearizability(const Spec& spec, const Budget& budget)
      : budget_(budget), space_(spec.open()), frontier_{{StateSpace::initial(), {}}} {}

  // REQUIRES: the specification has the method, and takes the arguments.
  Token call(MethodIndex method, std::span<const Value> arguments) {
    open_.push_back({next_token_, method, {arguments.begin(), arguments.end()}});
    return next_token_++;
  }

  // REQUIRES: `token` belongs to a call that has not returned, and the last answer was `consistent`.
  Answer ret(Token token, Value result) {
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
    steps_ = 0;  // a limit on steps is for one return: a watched history may go on for ever
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

  std::size_t configurations() const { return frontier_.size(); }

 private:
  struct Configuration {
    StateId state;
    std::vector<std::pair<Token, Value>> linearized;  // by token

    bool operator==(const Configuration&) const = default;
    template <class H>
    friend H AbslHashValue(H h, const Configuration& c) {
      h = H::combine(std::move(h), c.state, c.linearized.size());
      for (const auto& [token, result] : c.linearized) h = H::combine(std::move(h), token, result.bits());
      return h;
    }
  };
  struct Open {
    Token token;
    MethodIndex method;
    std::vector<Value> arguments;
  };

  void linearize_next(const Configuration& from, Token returning, Value result) {
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

  void reach(Configuration configuration) {
    const auto [at, fresh] = seen_.insert(std::move(configuration));
    if (fresh) to_expand_.push_back(*at);
  }

  // A walk that only goes forward needs no memory of earlier states.
  void forget() {
    std::vector<StateId> kept;
    for (const Configuration& configuration : frontier_) kept.push_back(configuration.state);
    space_->forget_all_but(kept);
    for (std::size_t i = 0; i < kept.size(); ++i) frontier_[i].state = kept[i];
    forget_at_ = 4 * space_->size() + kFewStates;
  }

  const Budget& budget_;
  std::unique_ptr<StateSpace> space_;
  std::vector<Configuration> frontier_;
  std::vector<Open> open_;
  Token next_token_ = 0;
  std::uint32_t steps_ = 0;
  std::size_t forget_at_ = kFewStates;
  // While a return is processed: configurations without it, and with it.
  absl::flat_hash_set<Configuration> seen_, next_;
  std::vector<Configuration> to_expand_;
  std::vector<StateSpace::Outcome> outcomes_;

  static constexpr std::size_t kFewStates = 10'000;
};

}  // namespace linnet
