// An exploration as a JUnit XML file, which build servers show.
#pragma once

#include <string>
#include <vector>

#include "verdict/exploration_report.hpp"
#include "verdict/generated_report.hpp"

namespace linnet {

std::string to_junit(const ExplorationReport& report);
std::string to_junit(const GeneratedReport& report);
// REQUIRES: each is what to_junit() gave.
std::string join_junit(const std::vector<std::string>& reports);

}  // namespace linnet
