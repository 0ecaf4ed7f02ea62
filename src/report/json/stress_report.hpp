// Native runs, as text for a person and as the JSON object of the contract.
#pragma once

#include <span>
#include <string>

#include "report/text/style.hpp"
#include "verdict/stress_report.hpp"

namespace linnet {

std::string to_text(const StressReport& report, const Style& style);
// One report: its object. Several: one object with the worst verdict and all of them under "results".
std::string to_json(std::span<const StressReport> reports);

}  // namespace linnet
