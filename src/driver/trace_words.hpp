// Turns what a replay saw, addresses and numbers, into what a person reads: names, lines, sentences.
#pragma once

#include <string>

#include "driver/execution_tracer.hpp"
#include "runtime/outcome.hpp"
#include "verdict/exploration_report.hpp"

namespace linnet {

// A failure with this outcome; `kind` is the word of the contract.
Failure in_words(const std::string& kind, const runtime::Outcome& outcome, const ExecutionTracer& trace);

}  // namespace linnet
