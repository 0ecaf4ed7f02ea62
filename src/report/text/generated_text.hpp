// Results of generated tests for people: what was run, and a row as in Table 2 of Line-Up.
#pragma once

#include <string>

#include "report/text/style.hpp"
#include "verdict/generated_report.hpp"

namespace linnet {

std::string to_text(const GeneratedReport& report, const Style& style);

}  // namespace linnet
