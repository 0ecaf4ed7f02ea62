// Runs a program that explores itself, and takes over its exit status.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "verdict/check_report.hpp"

namespace linnet {

struct ProgramDied : std::runtime_error {
  explicit ProgramDied(int by);
  int signal;
};

// Ctrl-C is for the program: it ends with what it knows. Throws ProgramDied if it ended by a signal.
ExitStatus run_program_under_test(const std::vector<std::string>& command);

struct ProgramSaid {
  ExitStatus status{};
  std::string output;  // on standard output
};
// The same, and what it prints is handed back.
ProgramSaid listen_to_program_under_test(const std::vector<std::string>& command);

}  // namespace linnet
