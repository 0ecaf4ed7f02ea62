// Finds the name that was probably meant: for "unknown X; did you mean Y?".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace linnet {

// The name with the smallest edit distance, if it is close enough to be a typing error.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> names);

}  // namespace linnet
