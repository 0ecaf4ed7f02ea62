// What members of std::string access that are compiled into the C++ library: the string itself, its text, and strings and texts
// that they are given. Which arguments are these is read from the name of the function, where the types of all arguments are.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/libraries/passing_stub.hpp"

namespace linnet::runtime {

// What the name of a member of a class says of it.
struct MemberName {
  bool is_const = false;
  bool has_object = true;       // it is no static member, and none of a helper inside a string
  std::string_view after_kind;  // the name from the class on
};
std::optional<MemberName> member_name(std::string_view name);

// The number of the member with that name, if it is one. REQUIRES: while no execution runs.
std::optional<std::uint32_t> string_member(std::string_view name);
// A call of that member.
void note_string_member(const PassedCall& call, std::uint32_t member);

}  // namespace linnet::runtime
