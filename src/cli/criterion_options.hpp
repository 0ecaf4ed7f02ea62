// The options that say what a history must be, in `linnet check` and of object tests.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "driver/checking/check_request.hpp"

namespace linnet {

void add_criterion_options(CLI::App& app, CheckRequest& request);

// Those words of the command line that are among these options, as the user gave them.
std::vector<std::string> words_for_check(const CLI::App& app);
// The same for any options: those of `app` that `declared` has, too.
std::vector<std::string> words_given(const CLI::App& app, const CLI::App& declared);

}  // namespace linnet
