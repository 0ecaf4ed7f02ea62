// An exploration as text for a person: one line for what was covered, and the story of each failure.
#pragma once

#include <string>

#include "report/text/style.hpp"
#include "verdict/exploration_report.hpp"

namespace linnet {

std::string to_text(const ExplorationReport& report, const Style& style);

// One execution with all its steps, in one column per thread.
std::string to_text(const Failure& failure, const Style& style);

}  // namespace linnet
