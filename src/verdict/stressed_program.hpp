// Everything that is known about the native runs of one scenario: what reporters turn into text and JSON.
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
  bool checked = true;                            // false: they were recorded only
  std::optional<double> overhead;  // of recording: how many times as long a round takes as without
  std::string folder;              // that all histories were written to; empty if they were not

  // The first history that is inconsistent, or if there is none, could not be decided.
  struct Found {
    CheckedHistory check;
    std::uint64_t rounds = 0;  // that had this history
    std::string file;          // that has it
  };
  std::optional<Found> found;
  std::string crash;   // what the program died of, if it did
  std::string reason;  // why nothing can be said; empty if something can

  ExitStatus status() const {
    if (inconsistent > 0 || !crash.empty()) return ExitStatus::violation;
    return reason.empty() && undecided == 0 ? ExitStatus::pass : ExitStatus::unknown;
  }
};

}  // namespace linnet
