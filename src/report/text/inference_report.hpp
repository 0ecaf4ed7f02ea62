// The strengths of methods that histories keep, as text and as JSON.
#pragma once

#include <string>

#include "report/text/style.hpp"
#include "verdict/strength.hpp"

namespace linnet {

std::string to_text(const InferenceReport& report, const Style& style);
std::string to_json(const InferenceReport& report);

}  // namespace linnet
