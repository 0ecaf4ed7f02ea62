// Turns what a replay saw, addresses and numbers, into what a person reads: names, lines, sentences.
#pragma once

#include <vector>

#include "protocol/execution_ending.hpp"
#include "protocol/trace.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// An execution, as a process of the program reported it.
struct SeenExecution {
  const runtime::ExecutionEnding& ending;
  const Trace& trace;
  const std::vector<LoadedModule>& modules;
  // The crashes of the machine, and the lines of memory whose loss caused the failure.
  const std::vector<runtime::PowerFailure>& power_failures;
  std::vector<runtime::PersistentLine> to_blame = {};
};

Failure in_words(EndingKind kind, const SeenExecution& seen);

}  // namespace linnet
