// Everything that is known about the native runs of one scenario, from which reporters make text and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "verdict/checked_history.hpp"

namespace linnet {

struct StressedProgram : Finding {
  std::string scenario;                           // as text
  std::string clock;                              // how the order was recorded
  std::uint64_t rounds = 0;                       // of the scenario
  std::uint64_t histories = 0;                    // distinct
  std::uint64_t inconsistent = 0, undecided = 0;  // of the histories
  bool checked = true;                            // false: they were only recorded
  std::optional<double> overhead;  // of recording: the time of a round divided by the time without it
  std::string folder;              // in which all histories were written; empty if they were not

  // The first inconsistent history, or if there is none, the first that could not be decided.
  struct Found {
    CheckedHistory check;
    std::uint64_t rounds = 0;  // the number of rounds that had this history
    std::string file;          // that has it
  };
  std::optional<Found> found;
  std::string crash;   // how the program died, if it did
  std::string reason;  // why the result is unknown; empty if it is not

  ExitStatus status() const {
    if (inconsistent > 0 || !crash.empty()) return ExitStatus::violation;
    return reason.empty() && undecided == 0 ? ExitStatus::pass : ExitStatus::unknown;
  }
};

}  // namespace linnet
