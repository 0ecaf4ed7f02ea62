// A result as the JSON object of the contract (DESIGN.md section 3), for programs.
#pragma once

#include <span>
#include <string>

#include "verdict/check_report.hpp"

namespace linnet {

// One report: its object. Several: one object with the worst verdict and all of them under "results".
std::string to_json(std::span<const CheckReport> reports);

}  // namespace linnet
