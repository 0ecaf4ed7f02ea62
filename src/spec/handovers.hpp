// What operations of the built-in objects hand over: a value that one puts in and another gets out, a lock that one gives back and another
// takes. Who takes it relies on all that was done before it was given.
//
// A specification that says monitored_as(NAME) has the pairs of that object. Others have none.
#pragma once

#include <optional>
#include <vector>

#include "linnet/spec.hpp"

namespace linnet {

bool has_handovers(const Spec& spec);

// What the call gives, and what it takes: a giver and a taker with equal things may be a pair. Nothing if it is no such call, or if its
// result says that it did nothing. `result` is null while the call has not returned.
std::optional<std::vector<Value>> given_by(const Spec& spec, const Call& call, const Value* result);
std::optional<std::vector<Value>> taken_by(const Spec& spec, const Call& call, Value result);

}  // namespace linnet
