// Reads the option `initial` for the specifications that have one.
#pragma once

#include <string>

#include "base/error.hpp"
#include "spec/builtin.hpp"

namespace linnet {

inline Value initial_value(const SpecOptions& options, Value otherwise) {
  return options.initial.value_or(otherwise);
}

// Throws InputError if the value given is less than `least`.
inline std::int64_t initial_integer(const SpecOptions& options, const std::string& spec, std::int64_t least) {
  if (!options.initial) return 0;
  if (!options.initial->is_int64() || options.initial->as_int64() < least) {
    throw InputError("initial value " + options.initial->to_json() + " for specification " + spec +
                     ": expected an integer" + (least == 0 ? " that is not negative" : ""));
  }
  return options.initial->as_int64();
}

}  // namespace linnet
