// Finds which operations only look: in every state in which they are allowed, they leave it unchanged.
//
// A search may place such an operation at the first moment at which it is allowed and never reconsider: an
// order that has it later can be changed to have it now, because nothing in between notices. That removes
// most of the branching of a typical history.
//
//   yes   read() → 3; cas(1, 2) → false; add(7) → false; deq() → null
//   no    write(3) where the value is 3 already: later, it would not be
#pragma once

#include <vector>

#include "history/model/history.hpp"
#include "spec/builtin.hpp"

namespace linnet {

class Observations {
 public:
  // Considers the whole history: deq() → null is an observation only if null was never enqueued.
  Observations(const History& history, const Spec& spec)
      : spec_(spec),
        object_(builtin_object(spec)),
        traits_(traits_of(spec)),
        null_is_value_(history.null_is_a_value()) {}

  bool only_looks(const Operation& op) const {
    if (spec_.method(op.method).observer) return true;
    return op.completed() && (traits_[op.method].says_idle(op.result, null_is_value_) || puts_the_same(op));
  }

 private:
  // Whether its arguments and result show that it left the value that it had found.
  bool puts_the_same(const Operation& op) const {
    const std::string& method = spec_.method(op.method).name;
    const auto args = op.args();
    if (object_ == BuiltinObject::counter) return method == "fetch_add" && args[0] == Value(0);
    if (object_ == BuiltinObject::register_ && method == "cas") return args[0] == args[1];
    if (object_ == BuiltinObject::map) return method == "put" && op.result == args[1] && !op.result.is_null();
    const bool swaps = object_ == BuiltinObject::register_ || object_ == BuiltinObject::mwcas;
    return swaps && method == "swap" && op.result == args.back();
  }

  const Spec& spec_;
  BuiltinObject object_;
  std::vector<MethodTraits> traits_;  // by method
  bool null_is_value_;
};

}  // namespace linnet
