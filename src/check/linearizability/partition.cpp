// Groups operations, combines witnesses, and makes the product of a specification with itself.
#include "check/linearizability/partition.hpp"

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

namespace linnet {

namespace {

// Numbers keys in the order of their first use.
template <class KeyOf>
Partitions group_by(std::span<const OperationIndex> operations, KeyOf key_of) {
  absl::flat_hash_map<decltype(key_of(OperationIndex{})), std::uint32_t> numbers;
  std::vector<std::uint32_t> number_of(operations.size());
  for (std::size_t i = 0; i < operations.size(); ++i) {
    number_of[i] =
        numbers.try_emplace(key_of(operations[i]), static_cast<std::uint32_t>(numbers.size())).first->second;
  }
  return Partitions(
      numbers.size(), std::views::iota(std::size_t{0}, operations.size()),
      [&](std::size_t i) { return number_of[i]; }, [&](std::size_t i) { return operations[i]; });
}

}  // namespace

Partitions by_object(const History& history, std::span<const OperationIndex> operations) {
  return group_by(operations, [&](OperationIndex i) { return history.operations[i].object.value; });
}

Partitions by_object_and_key(const History& history, const Spec& spec,
                             std::span<const OperationIndex> operations) {
  if (!spec.partitioned()) return by_object(history, operations);
  std::vector<bool> whole(history.words->objects.size() + 1);
  for (const OperationIndex i : operations) {
    const Operation& op = history.operations[i];
    if (!spec.key(op.as_call())) whole[op.object.value] = true;
  }
  return group_by(operations, [&](OperationIndex i) {
    const Operation& op = history.operations[i];
    const Value key = whole[op.object.value] ? Value() : *spec.key(op.as_call());
    return std::pair(op.object.value, key.bits());
  });
}

namespace {

class ProductSpace final : public StateSpace {
 public:
  ProductSpace(std::unique_ptr<StateSpace> factor, std::size_t objects) : factor_(std::move(factor)) {
    intern(Tuple(objects, initial()));
  }

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    factor_->outcomes(factor_state(from, call), without_object(call), out);
    for (Outcome& outcome : out) outcome.state = replace(from, call, outcome.state);
  }
  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    factor_->step(factor_state(from, call), without_object(call), result, out);
    for (StateId& state : out) state = replace(from, call, state);
  }
  std::string describe(StateId state) const override {
    std::string text;
    for (const StateId s : *tuples_[state]) text += (text.empty() ? "" : ", ") + factor_->describe(s);
    return text;
  }
  std::size_t size() const override { return tuples_.size(); }

  void forget_all_but(std::span<StateId> kept) override {
    std::vector<StateId> factors;
    for (const StateId k : kept) factors.insert(factors.end(), tuples_[k]->begin(), tuples_[k]->end());
    const std::size_t objects = tuples_[initial()]->size();
    factor_->forget_all_but(factors);
    ids_.clear();
    tuples_.clear();
    intern(Tuple(objects, initial()));
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const auto first = factors.begin() + static_cast<std::ptrdiff_t>(k * objects);
      kept[k] = intern(Tuple(first, first + static_cast<std::ptrdiff_t>(objects)));
    }
  }

 private:
  using Tuple = std::vector<StateId>;

  static std::size_t object_of(const Call& call) { return static_cast<std::size_t>(call.args[0].as_int64()); }
  static Call without_object(const Call& call) { return {call.method, call.args.subspan(1)}; }
  StateId factor_state(StateId from, const Call& call) const { return (*tuples_[from])[object_of(call)]; }
  StateId replace(StateId from, const Call& call, StateId state) {
    Tuple tuple = *tuples_[from];
    tuple[object_of(call)] = state;
    return intern(std::move(tuple));
  }
  StateId intern(Tuple tuple) {
    const auto [at, fresh] = ids_.try_emplace(std::move(tuple), static_cast<StateId>(tuples_.size()));
    if (fresh) tuples_.push_back(&at->first);
    return at->second;
  }

  std::unique_ptr<StateSpace> factor_;
  absl::node_hash_map<Tuple, StateId> ids_;
  std::vector<const Tuple*> tuples_;
};

}  // namespace

Spec product_of(const Spec& spec, std::size_t objects) {
  Spec::Interface product;
  product.name = spec.name();
  product.methods = spec.methods();
  for (Method& method : product.methods) {
    method.parameters.insert(method.parameters.begin(), ArgumentType::integer);
  }
  product.open = [spec, objects] { return std::make_unique<ProductSpace>(spec.open(), objects); };
  return Spec(std::move(product));
}

History joined(const History& history) {
  History one = history;
  for (std::size_t i = 0; i < one.size(); ++i) {
    Operation& op = one.operations[i];
    const auto args = history.operations[i].args();
    std::vector<Value> with_object = {Value(op.object.value)};
    with_object.insert(with_object.end(), args.begin(), args.end());
    op.set_args(with_object);
    op.object = ObjectId(0);
  }
  return one;
}

}  // namespace linnet
