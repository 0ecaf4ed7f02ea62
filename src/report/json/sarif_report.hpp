// A result as SARIF 2.1.0, the format of code-scanning services: each failure with its line in the source and
// the steps that lead to it; for a recorded history, with the line in its file.
#pragma once

#include <string>
#include <string_view>

namespace linnet {

// REQUIRES: `json` is a JSON result (docs/results.md), of one or of several.
std::string to_sarif(std::string_view json);

}  // namespace linnet
