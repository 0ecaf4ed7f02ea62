// The lines of source around places of the code, for a report that is read where the source is not.
#pragma once

#include <filesystem>
#include <vector>

#include "verdict/code_place.hpp"

namespace linnet {

// In the order of files and lines, without overlap. Left out are headers of the system, files that cannot be read, and files
// that were changed after `compiled`: their lines may be others now.
std::vector<SourceExcerpt> excerpts_around(const std::vector<CodePlace>& places,
                                           std::filesystem::file_time_type compiled);

}  // namespace linnet
