// What is known about the methods of the built-in objects beyond what their specifications say.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/builtin.hpp"

namespace linnet {

struct MethodTraits {
  // Where the values or keys stand that an operation is about.
  enum class About : std::uint8_t {
    everything,  // unknown, or all of them
    argument,    // the first one
    result,      // none while pending
    arguments,   // all, tied together
    both,        // the argument and the result, tied together
    locations,   // the items of the first argument, tied together
  };
  // The results that say that nothing was changed.
  enum class Idle : std::uint8_t { never, on_null, on_false, unless_true };

  About about = About::everything;
  Idle idle = Idle::never;
  bool blind = false;  // allowed in every state, with the same result

  // Whether this result says that nothing was changed, in a history where null is or is not also a value.
  bool says_idle(Value result, bool null_is_value) const;
};

// The traits of each method of the specification, by its index.
std::vector<MethodTraits> traits_of(const Spec& spec);

}  // namespace linnet
