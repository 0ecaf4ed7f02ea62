// The effects of operations on states, as a search sees them: small integers and a table.
//
// Operations that call the same method with the same arguments and had the same result are one *class*: they
// are allowed in the same states and do the same there. A history of a million operations often has a hundred
// classes.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#include "history/model/operation.hpp"
#include "linnet/spec.hpp"

namespace linnet {

using ClassId = std::uint32_t;

class OperationClasses {
 public:
  ClassId classify(const Operation& op) {
    const Key key{op.argument.bits(), op.completed() ? op.result.bits() : 0,
                  op.method * 512u + op.argument_count * 2u + (op.completed() ? 1u : 0u)};
    const auto [at, fresh] = ids_.try_emplace(key, static_cast<ClassId>(representatives_.size()));
    if (fresh) representatives_.push_back(op);
    return at->second;
  }

  std::size_t size() const { return representatives_.size(); }
  const Operation& operator[](ClassId c) const { return representatives_[c]; }

 private:
  struct Key {
    std::uint64_t argument, result;
    std::uint32_t rest;  // method, number of arguments, completed or not
    bool operator==(const Key&) const = default;
    template <class H>
    friend H AbslHashValue(H h, const Key& k) {
      return H::combine(std::move(h), k.argument, k.result, k.rest);
    }
  };
  absl::flat_hash_map<Key, ClassId> ids_;
  std::vector<Operation> representatives_;
};

// Steps by class, remembered in a direct-mapped cache: a look-up is one load in the common case, the memory
// is bounded, and a step that was evicted is computed again.
class Transitions {
 public:
  Transitions(const Spec& spec, const OperationClasses& classes) : classes_(classes), space_(spec.open()) {
    constexpr std::size_t kSmallest = 1 << 8, kLargest = 1 << 16;
    const std::size_t size = std::bit_ceil(std::clamp(classes.size() * 16, kSmallest, kLargest));
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
    cache_.resize(size);
  }

  // The states that an operation of the class may leave; none if it is not allowed. Valid until the next
  // call.
  std::span<const StateId> step(StateId from, ClassId c) {
    Entry& entry = cache_[slot(from, c)];
    if (entry.from != from || entry.of != c) fill(entry, from, c);
    if (entry.to == kSeveral) return step_slowly(from, c);
    return {&entry.to, entry.to == kNone ? 0u : 1u};
  }
  bool allowed(StateId from, ClassId c) { return !step(from, c).empty(); }

  StateSpace& space() { return *space_; }
  // Forgets all states except these, which get new numbers: see StateSpace.
  void forget_all_but(std::span<StateId> kept) {
    space_->forget_all_but(kept);
    std::ranges::fill(cache_, Entry{});
  }

 private:
  static constexpr StateId kNone = ~StateId{0}, kSeveral = kNone - 1;
  struct Entry {
    StateId from = kNone;
    ClassId of = 0;
    StateId to = kNone;
  };
  std::size_t slot(StateId from, ClassId c) const {
    return (from * std::size_t{0x9e3779b97f4a7c15} + c * std::size_t{0xc2b2ae3d27d4eb4f}) >> shift_;
  }
  void fill(Entry& entry, StateId from, ClassId c) {
    step_slowly(from, c);
    entry = {from, c, several_.empty() ? kNone : several_.size() > 1 ? kSeveral : several_.front()};
  }

  std::span<const StateId> step_slowly(StateId from, ClassId c) {
    space_->step(from, classes_[c].as_call(), classes_[c].required_result(), several_);
    return several_;
  }

  const OperationClasses& classes_;
  std::unique_ptr<StateSpace> space_;
  unsigned shift_;
  std::vector<Entry> cache_;
  std::vector<StateId> several_;
};

}  // namespace linnet
