// Signals: a first write to a snapshotted page, a crash of the program, and the clock that ends loops.
#pragma once

#include <chrono>

namespace linnet::runtime {

// Ends the process with status 2 and a sentence, if a method of the user's own specification is running: what it did, and
// nothing else, is wrong. Called from signal handlers, too.
void blame_specification(const char* did, const char* more = "");

void install_signal_handlers(std::chrono::milliseconds longest_step);
void start_step_clock();
void stop_step_clock();

}  // namespace linnet::runtime
