// The options that say how a history file is to be read, the same in every command that reads one.
#pragma once

#include "cli/option_list.hpp"
#include "history/formats/format.hpp"

namespace linnet {

void add_reading_options(OptionList& options, ReadOptions& reading);

}  // namespace linnet
