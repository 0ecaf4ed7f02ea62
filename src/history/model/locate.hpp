// The column of a word in a line that was read before, for messages.
//
// An operation keeps its line and not its column: four bytes for each of ten million, for the one that may be
// wrong. So the column is looked up when it is needed, by reading the file once more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace linnet {

// Where `word` stands in that line or, if `within` is not empty and occurs after it, where `within` does. The column
// stays unknown if the words are not there as they are written here, or if the input cannot be read twice.
Place locate(const std::string& source, std::uint64_t line, std::string_view word,
             std::string_view within = "");

}  // namespace linnet
