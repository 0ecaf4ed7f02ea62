// The whole explanation of a violation as text: what is wrong, the timeline, how far an order can go and what
// stops it. The caller adds the name of the file and the command that shows it again.
#pragma once

#include <string>

#include "history/model/history.hpp"
#include "report/text/style.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

std::string to_text(const History& history, const Explanation& explanation, const Style& style);

}  // namespace linnet
