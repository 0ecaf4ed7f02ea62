// Finds the classes of operations, and caches their steps.
#include "check/linearizability/transitions.hpp"

#include <algorithm>
#include <bit>

namespace linnet {

ClassId OperationClasses::classify(const Operation& op) {
  const Key key{op.argument.bits(), op.completed() ? op.result.bits() : 0,
                op.method * 512u + op.argument_count * 2u + (op.completed() ? 1u : 0u)};
  const auto [at, fresh] = ids_.try_emplace(key, static_cast<ClassId>(representatives_.size()));
  if (fresh) representatives_.push_back(op);
  return at->second;
}

Transitions::Transitions(const Spec& spec, const OperationClasses& classes)
    : classes_(classes), space_(spec.open()) {
  constexpr std::size_t kSmallest = 1 << 8, kLargest = 1 << 16;
  const std::size_t size = std::bit_ceil(std::clamp(classes.size() * 16, kSmallest, kLargest));
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  cache_.resize(size);
}

void Transitions::fill(Entry& entry, StateId from, ClassId c) {
  step_slowly(from, c);
  entry = {from, c, several_.empty() ? kNone : several_.size() > 1 ? kSeveral : several_.front()};
}

std::span<const StateId> Transitions::step_slowly(StateId from, ClassId c) {
  space_->step(from, classes_[c].as_call(), classes_[c].required_result(), several_);
  return several_;
}

void Transitions::forget_all_but(std::span<StateId> kept) {
  space_->forget_all_but(kept);
  std::ranges::fill(cache_, Entry{});
}

}  // namespace linnet
