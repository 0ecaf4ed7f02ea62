// Results of generated tests, read back from JSON for `linnet merge` and for runs that go on from a checkpoint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verdict/generated_tests.hpp"

namespace linnet {

// Throws InputError that names `source` if it is not such a result.
GeneratedTests generated_from_json(std::string_view text, const std::string& source);

struct GeneratedCheckpoint {
  std::string fingerprint;  // of the program and of what was asked for
  std::vector<GeneratedResult> results;
};
GeneratedCheckpoint read_generated_checkpoint(const std::string& file);  // throws InputError if it is damaged
void write_generated_checkpoint(const std::string& file, const GeneratedCheckpoint& checkpoint);

// The whole run that these shards are parts of. Throws InputError if they do not belong together, or one is missing.
GeneratedTests merge(const std::vector<GeneratedTests>& shards);

}  // namespace linnet
