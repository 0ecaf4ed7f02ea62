// The options that say what is promised, the same in every command that judges histories.
#pragma once

#include "cli/option_list.hpp"
#include "driver/checking/check_request.hpp"

namespace linnet {

void add_promise_options(OptionList& options, CheckRequest& request);

}  // namespace linnet
