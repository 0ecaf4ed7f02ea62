// What an execution knows of itself, besides its threads and memory: a value, of which a copy can be put back.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/fibers/spin_watch.hpp"
#include "runtime/fibers/thread.hpp"
#include "runtime/fibers/thread_time.hpp"

namespace linnet::runtime {

struct ExecutionState {
  std::vector<Thread*> live;     // started and not finished, by number
  std::vector<Thread*> started;  // in this execution, in this order, to be reset after it
  ChangeLog changes;
  StepLog log;
  TimesOfSteps times;
  std::uint64_t steps = 0;
  std::uint64_t most_steps = 0;
  bool main_is_over = false;  // it has left the end of the program to the others
  bool cannot_be_copied =
      false;  // it has done something that leaves no trace in memory: see execution_copy.hpp
};

}  // namespace linnet::runtime
