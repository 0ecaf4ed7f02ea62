// Signals: a first write to a snapshotted page, a crash of the program, and the clock that ends loops.
#pragma once

#include <chrono>

namespace linnet::runtime {

void install_signal_handlers(std::chrono::milliseconds longest_step);
void start_step_clock();
void stop_step_clock();

}  // namespace linnet::runtime
