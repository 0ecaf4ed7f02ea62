// The help of commands, made from their declarations, as wide as the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace linnet {

// --help and --help-all. `name` is how a user calls the command: "linnet check".
void declare_help(OptionList& options, const Command& command, const std::string& name);
std::string help_of_program(const std::vector<CommandGroup>& groups, std::size_t width);

// "HISTORY..." for arguments without a name, with "[OPTIONS] " before it.
std::string usage_of(const OptionList& options);
// The headings of the options shown, in the order of their declarations.
std::vector<std::string> groups_of(const OptionList& options);
// "-o, --output"
std::string names_of(const Option& option);

}  // namespace linnet
