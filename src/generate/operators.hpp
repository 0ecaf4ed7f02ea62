// For methods that are operators: how they are written in a call, and their names in a scenario.
#pragma once

#include <string>
#include <string_view>

#include "generate/class_description.hpp"

namespace linnet::generate {

// operator++, operator bool, but not operators().
bool is_operator(const Method& method);
// The sign of operator++ is ++; other functions have none.
std::string_view sign_of(const Method& method);
bool is_conversion(const Method& method);
bool is_postfix(const Method& method);

// at for operator[], increment for operator++: a name for scenarios.
std::string operation_name(const Method& method);

}  // namespace linnet::generate
