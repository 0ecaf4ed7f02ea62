// The options that `linnet stress` and every program built for it share.
#pragma once

#include <string>
#include <vector>

#include "cli/option_list.hpp"
#include "driver/native/stress_request.hpp"

namespace linnet {

void add_stress_options(OptionList& options, StressRequest& request);
// Those words of the command line that say what is promised, as the user gave them.
std::vector<std::string> words_for_check(const OptionList& options);

}  // namespace linnet
