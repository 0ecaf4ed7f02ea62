// A subcommand of `linnet`: it declares its options on a CLI11 app, and runs.
//
// A new one is a file that defines `Command NAME_command()`, and one line in main.cpp.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "verdict/check_report.hpp"

namespace linnet {

struct Command {
  std::string name;
  std::string summary;
  std::string examples;
  // Declares options on the app and returns what to do once they are parsed. The result is the exit status.
  std::function<std::function<ExitStatus()>(CLI::App&)> declare;
};

Command check_command();
Command convert_command();

}  // namespace linnet
