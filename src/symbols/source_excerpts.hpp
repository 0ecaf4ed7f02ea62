// The lines of source around places of the code, for a report that is read on another machine than the
// source.
#pragma once

#include <filesystem>
#include <vector>

#include "verdict/code_place.hpp"

namespace linnet {

// In the order of files and lines, without overlap. Headers of the system, files that cannot be read, and
// files that were changed after `compiled` are left out: their lines may be different now.
std::vector<SourceExcerpt> excerpts_around(const std::vector<CodePlace>& places,
                                           std::filesystem::file_time_type compiled);

}  // namespace linnet
