// The steps of an execution as a table: a column for each thread, and the place in the code at the right. It
// is at most as wide as the terminal: text that does not fit its column is wrapped, and if there is no room
// for columns, each line names its thread. In a table of more steps than are wanted, those in the middle are left out, except the ones that race.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/text/style.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// Under a memory model, a read that did not see the latest write says so.
std::string steps_table(const std::vector<NamedStep>& steps, const Style& style, bool under_model = false,
                        std::size_t most_steps = SIZE_MAX);

}  // namespace linnet
