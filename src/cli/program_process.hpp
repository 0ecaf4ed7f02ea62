// Runs a program that explores itself, and takes over its exit status.
#pragma once

#include <string>
#include <vector>

#include "verdict/check_report.hpp"

namespace linnet {

// Ctrl-C is for the program: it ends with what it knows. Throws std::runtime_error if it ended by a signal.
ExitStatus run_program_under_test(const std::vector<std::string>& command);

struct ProgramSaid {
  ExitStatus status{};
  std::string output;  // on standard output
};
// The same, and what it prints is handed back.
ProgramSaid listen_to_program_under_test(const std::vector<std::string>& command);

}  // namespace linnet
