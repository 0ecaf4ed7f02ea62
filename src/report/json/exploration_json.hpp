// An exploration as the JSON object of the contract (DESIGN.md section 3).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verdict/exploration_report.hpp"

namespace linnet {

std::string to_json(const ExplorationReport& report);
// One object of several: the worst verdict, sums, the first violation, and all of them under "results".
// REQUIRES: each is a JSON result, of one or of several.
std::string join_json(const std::vector<std::string>& reports);

// A failure on its own, for the process that asked for its replay.
std::string to_json(const Failure& failure);
// All but the history. Throws InputError.
Failure failure_from_json(std::string_view text);

}  // namespace linnet
