// An exploration as a JUnit XML file, which build servers show.
#pragma once

#include <string>

#include "verdict/exploration_report.hpp"

namespace linnet {

std::string to_junit(const ExplorationReport& report);
// Throws InputError if the file cannot be written.
void write_junit(const std::string& file, const ExplorationReport& report);

}  // namespace linnet
