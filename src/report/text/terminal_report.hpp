// A checked history as text for a person.
#pragma once

#include <string>

#include "report/text/style.hpp"
#include "verdict/check_report.hpp"

namespace linnet {

// `command` repeats the check; a violation ends with it.
std::string to_text(const CheckReport& report, const std::string& command, const Style& style);

}  // namespace linnet
