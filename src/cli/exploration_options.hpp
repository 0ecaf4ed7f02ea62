// The options that `linnet run` and every test program share.
#pragma once

#include <string>
#include <vector>

#include "cli/option_list.hpp"
#include "driver/exploring/exploration_request.hpp"

namespace linnet {

// Those that a replay has, too, and all of an exploration.
void add_execution_options(OptionList& options, ExplorationRequest& request);
void add_exploration_options(OptionList& options, ExplorationRequest& request);

// Those words of the command line that a replay needs, too, as the user gave them. The scenario is not among them: a
// failure has its own.
std::vector<std::string> words_for_replay(const OptionList& options);

}  // namespace linnet
