// Long logs of multi-word primitives, decided without keeping them: the way for gigabytes.
#pragma once

#include <optional>
#include <string>

#include "base/budget.hpp"
#include "driver/checking/check_request.hpp"
#include "verdict/checked_history.hpp"

namespace linnet {

// Whether what is asked of a history of mwcas without crashes is what the sweep over its words decides.
bool asks_for_word_sweep(const CheckRequest& request);

// A pass, or nothing: then the file is not such a log, or too short for this to be worth it, or it may be a violation, and
// is to be read and decided as any other history, which can say why.
std::optional<CheckedHistory> check_word_log(const std::string& path, const CheckRequest& request,
                                             const Budget& budget);

}  // namespace linnet
