// Results of generated tests, read back from JSON for `linnet merge` and for runs that go on from a checkpoint.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verdict/generated_tests.hpp"

namespace linnet {

// Throws InputError that names `source` if it is not such a result.
GeneratedTests generated_from_json(std::string_view text, const std::string& source);

// Results alone, in one line; and back, or nothing if it is no such line.
std::string to_line(const std::vector<GeneratedResult>& results);
std::optional<std::vector<GeneratedResult>> results_from_line(const std::string& line);

// The whole run that these shards are parts of. Throws InputError if they do not belong together, or one is missing.
GeneratedTests merge(const std::vector<GeneratedTests>& shards);

}  // namespace linnet
