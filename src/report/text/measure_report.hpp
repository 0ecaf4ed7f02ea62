// How relaxed histories are, as text with bars, as JSON and as a picture.
#pragma once

#include <span>
#include <string>

#include "report/text/style.hpp"
#include "verdict/relaxation.hpp"

namespace linnet {

// A line for each history, and the distributions of all together.
std::string to_text(std::span<const MeasureReport> reports, const Style& style);
std::string to_json(std::span<const MeasureReport> reports);
// The bars as SVG.
std::string to_svg(std::span<const MeasureReport> reports);

}  // namespace linnet
