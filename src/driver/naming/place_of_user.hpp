// Whose an atomic access is: the user's, or the standard library's own.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "verdict/code_place.hpp"

namespace linnet {

inline bool is_of_standard_library(const CodePlace& place) {
  return place.file.find("/include/c++/") != std::string::npos;
}

// What std::atomic does, its caller asked for.
inline bool is_of_std_atomic(const CodePlace& place) {
  const std::string_view file = place.file;
  return is_of_standard_library(place) && (file.ends_with("/atomic") || file.ends_with("/atomic_base.h") ||
                                           file.find("/__atomic/") != file.npos);
}

// Nothing if all of it is std::atomic.
inline std::optional<CodePlace> first_beyond_std_atomic(const std::vector<CodePlace>& innermost_first) {
  const auto asked = std::ranges::find_if_not(innermost_first, is_of_std_atomic);
  return asked == innermost_first.end() ? std::nullopt : std::optional(*asked);
}

// Nothing for the standard library's own: reference counts, semaphores.
inline std::optional<CodePlace> place_of_user(const std::vector<CodePlace>& innermost_first) {
  const CodePlace asked = first_beyond_std_atomic(innermost_first).value_or(CodePlace{});
  return is_of_standard_library(asked) ? std::nullopt : std::optional(asked);
}

}  // namespace linnet
