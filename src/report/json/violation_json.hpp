// The parts of a JSON result that checking and exploring share.
#pragma once

#include <nlohmann/json.hpp>

#include "verdict/check_report.hpp"

namespace linnet {

// `violation` of the contract: kind, history and explanation of an inconsistent history.
nlohmann::ordered_json violation_to_json(const CheckReport& report);

}  // namespace linnet
