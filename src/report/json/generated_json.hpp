// Reads results of generated tests back from JSON, for `linnet merge` and for runs that continue from a
// checkpoint.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verdict/generated_tests.hpp"

namespace linnet {

// Throws an InputError that names `source` if it is not such a result.
GeneratedTests generated_from_json(std::string_view text, const std::string& source);

// Converts only the results to one line, and back; returns nothing if it is no such line.
std::string to_line(const std::vector<GeneratedResult>& results);
std::optional<std::vector<GeneratedResult>> results_from_line(const std::string& line);

// The whole run of which these shards are parts. Throws InputError if they do not belong together, or if one
// is missing.
GeneratedTests merge(const std::vector<GeneratedTests>& shards);

}  // namespace linnet
