// Turns what a replay saw, addresses and numbers, into what a person reads: names, lines, sentences.
#pragma once

#include <string>
#include <vector>

#include "driver/exploring/execution_tracer.hpp"
#include "runtime/outcome.hpp"
#include "verdict/exploration_report.hpp"

namespace linnet {

// The crashes of the machine in an execution, and the lines without which it would have ended well.
struct TracedCrashes {
  std::vector<runtime::PowerFailure> failures;
  std::vector<runtime::PersistentLine> to_blame;
};

// A failure with this outcome; `kind` is the word of the contract.
Failure in_words(const std::string& kind, const runtime::Outcome& outcome, const ExecutionTracer& trace,
                 const TracedCrashes& crashes);

}  // namespace linnet
