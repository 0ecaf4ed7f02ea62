// The options that say what a history must be, in `linnet check` and of object tests.
#pragma once

#include <CLI/CLI.hpp>

#include "driver/checking/check_request.hpp"

namespace linnet {

void add_criterion_options(CLI::App& app, CheckRequest& request);

}  // namespace linnet
