// Decides long logs of multi-word primitives without keeping them in memory: meant for gigabytes.
#pragma once

#include <optional>
#include <string>

#include "base/budget.hpp"
#include "driver/checking/check_request.hpp"
#include "verdict/checked_history.hpp"

namespace linnet {

// Whether the sweep over words decides what the request asks of an mwcas history without crashes.
bool asks_for_word_sweep(const CheckRequest& request);

// Returns a pass, or nothing. If it returns nothing, the file is no such log, or is too short for this to be
// worth it, or may be a violation: then read and decide it like any other history, which can say why.
std::optional<CheckedHistory> check_word_log(const std::string& path, const CheckRequest& request,
                                             const Budget& budget);

}  // namespace linnet
