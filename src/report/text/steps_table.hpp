// The steps of an execution as a table: a column for each thread, and the place in the code at the right. It is as wide as the terminal at
// most: what does not fit its column goes on in the next line, and where there is no room for columns, each line names its thread.
#pragma once

#include <string>
#include <vector>

#include "report/text/style.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// Under a memory model, a read that did not see the latest write says so.
std::string steps_table(const std::vector<NamedStep>& steps, const Style& style, bool under_model = false);

}  // namespace linnet
