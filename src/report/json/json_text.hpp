// How every JSON result is written.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace linnet {

// Two spaces a level and a line break at the end. What a program prints, and its file names, need not be UTF-8: other bytes
// become U+FFFD.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace linnet
