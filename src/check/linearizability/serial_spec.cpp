// A specification made of the serial runs of an object: what they did, as states and outcomes.
//
// A state is what has been called and returned so far, by any thread. So it answers for sequences that the serial histories
// have and for no others: a criterion that moves operations about, as quasi-linearizability does, needs serial histories of
// the calls in every order, not only in those that the threads of a test allow.
//
//   inc() | get()      from inc() → null: get() may return 1; from get() → 0: inc() may return null
#include "check/linearizability/serial_witness.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace linnet {

namespace {

struct Tree {
  struct Edge {
    MethodIndex method;
    std::vector<Value> arguments;
    Value result;
    StateId next;
  };
  std::vector<std::vector<Edge>> nodes = std::vector<std::vector<Edge>>(1);

  StateId follow(StateId from, MethodIndex method, const std::vector<Value>& arguments, Value result) {
    for (const Edge& edge : nodes[from]) {
      if (edge.method == method && edge.arguments == arguments && edge.result == result) return edge.next;
    }
    const auto next = static_cast<StateId>(nodes.size());
    nodes[from].push_back({method, arguments, result, next});
    nodes.emplace_back();
    return next;
  }
};

// All states are there from the beginning, so none is forgotten.
class SerialStates final : public StateSpace {
 public:
  explicit SerialStates(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {}

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    out.clear();
    for (const Tree::Edge& edge : tree_->nodes[from]) {
      if (edge.method == call.method && std::ranges::equal(edge.arguments, call.args))
        out.push_back({edge.result, edge.next});
    }
  }
  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    outcomes(from, call, outcomes_);
    out.clear();
    for (const Outcome& outcome : outcomes_) {
      if (result == nullptr || *result == outcome.result) out.push_back(outcome.state);
    }
  }
  std::string describe(StateId state) const override {
    return state == initial() ? "a new object" : fmt::format("after serial run {}", state);
  }
  std::size_t size() const override { return tree_->nodes.size(); }
  void forget_all_but(std::span<StateId>) override {}

 private:
  std::shared_ptr<const Tree> tree_;
  std::vector<Outcome> outcomes_;
};

MethodIndex index_of(const TestCall& call, std::vector<Method>& methods) {
  const auto same = std::ranges::find_if(methods, [&](const Method& method) {
    return method.name == call.method && method.parameters.size() == call.arguments.size();
  });
  const auto index = static_cast<MethodIndex>(same - methods.begin());
  if (same == methods.end()) {
    methods.push_back({.name = call.method,
                       .parameters = std::vector(call.arguments.size(), ArgumentType::any),
                       .silent = true});
  }
  return index;
}

}  // namespace

Spec serial_specification(const SerialHistories& serial, std::string name) {
  Spec::Interface interface;
  interface.name = std::move(name);
  std::vector<MethodIndex> method_of;
  for (const TestCall& call : serial.calls()) method_of.push_back(index_of(call, interface.methods));

  auto tree = std::make_shared<Tree>();
  serial.for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber>) {
    StateId state = StateSpace::initial();
    for (const SerialStep& step : steps) {
      const MethodIndex method = method_of[step.call];
      if (!step.result.is_null()) interface.methods[method].silent = false;
      state = tree->follow(state, method, serial.calls()[step.call].arguments, step.result);
    }
  });
  interface.open = [tree = std::move(tree)] { return std::make_unique<SerialStates>(tree); };
  return Spec(std::move(interface));
}

}  // namespace linnet
