// GuardedSpace: the states of the original specification with tokens.
#include "check/crash/guarded_spec.hpp"

#include <absl/container/node_hash_map.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace linnet {

namespace {

Call without_guard(const Call& call, const MethodForm& of) {
  return {of.method, of.form == Form::guarded ? call.args.subspan(Guard::kArguments) : call.args};
}

// States of the original specification, each with the tokens that wait to be taken.
class GuardedSpace final : public StateSpace {
 public:
  GuardedSpace(std::unique_ptr<StateSpace> inner, std::size_t methods)
      : inner_(std::move(inner)), methods_(methods) {
    intern({initial(), {}});
  }

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    out.clear();
    const MethodForm of = MethodForm::of(call.method, methods_);
    const std::optional<Passage> passage = pass(from, call, of);
    if (!passage) return;
    inner_->outcomes(states_[from]->inner, without_guard(call, of), out);
    if (passage->optional) out.push_back({Value(), states_[from]->inner});
    for (Outcome& outcome : out) outcome.state = intern({outcome.state, passage->tokens});
  }
  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    out.clear();
    const MethodForm of = MethodForm::of(call.method, methods_);
    const std::optional<Passage> passage = pass(from, call, of);
    if (!passage) return;
    const StateId before = states_[from]->inner;
    inner_->step(before, without_guard(call, of), passage->optional ? nullptr : result, out);
    if (passage->optional && std::ranges::find(out, before) == out.end()) out.push_back(before);
    for (StateId& state : out) state = intern({state, passage->tokens});
  }
  std::string describe(StateId state) const override { return inner_->describe(states_[state]->inner); }
  std::size_t size() const override { return states_.size(); }

  void forget_all_but(std::span<StateId> kept) override {
    std::vector<StateId> inner;
    std::vector<Tokens> tokens;
    for (const StateId k : kept) inner.push_back(states_[k]->inner), tokens.push_back(states_[k]->tokens);
    inner_->forget_all_but(inner);
    ids_.clear();
    states_.clear();
    intern({initial(), {}});
    for (std::size_t k = 0; k < kept.size(); ++k) kept[k] = intern({inner[k], std::move(tokens[k])});
  }

 private:
  using Tokens = std::vector<std::int64_t>;  // increasing
  struct State {
    StateId inner;
    Tokens tokens;
    bool operator==(const State&) const = default;
    template <class H>
    friend H AbslHashValue(H h, const State& s) {
      return H::combine(std::move(h), s.inner, s.tokens);
    }
  };
  struct Passage {
    bool optional;
    Tokens tokens;  // afterwards
  };

  // The effect of the call's guard in this state; nullopt if the call has to wait.
  std::optional<Passage> pass(StateId from, const Call& call, const MethodForm& of) const {
    Passage passage{false, states_[from]->tokens};
    if (of.form != Form::guarded) return passage;
    const Guard guard = Guard::of(call.args);
    passage.optional = guard.optional;
    Tokens& tokens = passage.tokens;
    if (guard.takes) {
      const auto at = std::ranges::lower_bound(tokens, *guard.takes);
      if (at == tokens.end() || *at != *guard.takes) return std::nullopt;
      tokens.erase(at);
    }
    if (guard.gives) tokens.insert(std::ranges::lower_bound(tokens, *guard.gives), *guard.gives);
    return passage;
  }

  StateId intern(State state) {
    const auto [at, fresh] = ids_.try_emplace(std::move(state), static_cast<StateId>(states_.size()));
    if (fresh) states_.push_back(&at->first);
    return at->second;
  }

  std::unique_ptr<StateSpace> inner_;
  std::size_t methods_;
  absl::node_hash_map<State, StateId> ids_;
  std::vector<const State*> states_;
};

}  // namespace

Spec guarded(const Spec& spec, ConnectedKeys keys) {
  const std::size_t methods = spec.methods().size();
  Spec::Interface result;
  result.name = spec.name();
  for (std::size_t form = 0; form < kForms; ++form) {
    for (Method method : spec.methods()) {
      if (static_cast<Form>(form) == Form::looking) method.observer = true;
      if (static_cast<Form>(form) == Form::guarded) {
        method.parameters.insert(method.parameters.begin(), Guard::kArguments, ArgumentType::any);
        method.observer = method.deterministic = false;
        method.may_block = true;
      }
      result.methods.push_back(std::move(method));
    }
  }
  if (spec.partitioned()) {
    result.key = [spec, methods, keys = std::move(keys)](const Call& call) -> std::optional<Value> {
      const auto key = spec.key(without_guard(call, MethodForm::of(call.method, methods)));
      return key ? std::optional(keys.find(*key)) : key;
    };
  }
  result.open = [spec, methods] { return std::make_unique<GuardedSpace>(spec.open(), methods); };
  return Spec(std::move(result));
}

}  // namespace linnet
