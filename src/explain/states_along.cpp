// Follows a specification along an order of operations.
//
// A nondeterministic call may leave several states, of which only some let the rest of the order continue.
// All are followed at once, layer by layer, and the states shown are those of one way that reaches the end.
#include "explain/explain.hpp"

#include <map>
#include <memory>

#include <absl/container/flat_hash_set.h>

namespace linnet {

namespace {

constexpr std::size_t kLongest = 2'000;                  // operations
constexpr std::size_t kMostText = std::size_t{4} << 20;  // bytes of states in all

// The walk of one object.
class Walk {
 public:
  explicit Walk(const Spec& spec) : space_(spec.open()), layers_{{{StateSpace::initial(), 0}}} {}

  // Returns false if the specification does not allow that operation next.
  bool take(const Operation& op) {
    Layer next;
    absl::flat_hash_set<StateId> met;
    std::vector<StateId> states;
    for (std::size_t from = 0; from < layers_.back().size(); ++from) {
      space_->step(layers_.back()[from].state, op.as_call(), op.required_result(), states);
      for (const StateId state : states) {
        if (met.insert(state).second) next.push_back({state, from});
      }
    }
    layers_.push_back(std::move(next));
    return !layers_.back().empty();
  }

  // The states in words, the initial one first.
  std::vector<std::string> path() const {
    std::vector<std::string> states(layers_.size());
    std::size_t at = 0;
    for (std::size_t k = layers_.size(); k-- > 0; at = layers_[k][at].from)
      states[k] = space_->describe(layers_[k][at].state);
    return states;
  }

 private:
  struct Reached {
    StateId state;
    std::size_t from;  // in the layer before
  };
  using Layer = std::vector<Reached>;

  std::unique_ptr<StateSpace> space_;
  std::vector<Layer> layers_;
};

}  // namespace

std::optional<StatesAlong> states_along(const History& history, const Spec& spec,
                                        const std::vector<OperationIndex>& order) {
  if (order.empty() || order.size() > kLongest) return std::nullopt;
  std::map<std::uint32_t, Walk> walks;
  for (const OperationIndex i : order) {
    const Operation& op = history.operations[i];
    if (!walks.try_emplace(op.object.value, spec).first->second.take(op)) return std::nullopt;
  }
  std::map<std::uint32_t, std::vector<std::string>> paths;
  for (const auto& [object, walk] : walks) paths.emplace(object, walk.path());

  StatesAlong states{paths.begin()->second.front(), {}};
  std::map<std::uint32_t, std::size_t> taken;
  std::size_t text = 0;
  for (const OperationIndex i : order) {
    const std::uint32_t object = history.operations[i].object.value;
    states.after.push_back(std::move(paths[object][++taken[object]]));
    text += states.after.back().size();
  }
  return text <= kMostText ? std::optional(std::move(states)) : std::nullopt;
}

}  // namespace linnet
