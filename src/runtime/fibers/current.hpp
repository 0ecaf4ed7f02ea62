// The one global of the runtime: what the hooks need at once. Compilers call the hooks with nothing but an
// address, so something has to be global; everything that is, is here.
#pragma once

#include "runtime/fibers/thread.hpp"

namespace linnet::runtime {

class Execution;
class GraphMemory;
class Persistence;
class RaceWatch;

struct Current {
  // Never null: before the first execution and between two of them it is the thread of main, so that static
  // constructors have an arena and a shadow stack.
  Thread* thread;
  Execution* execution;
  RaceWatch* races;          // null if races are not looked for
  Persistence* persistence;  // null if the power never fails
  GraphMemory* graph;        // null if a read finds what was written last
  // True while the program's own code runs under the scheduler. Hooks called outside (by static
  // constructors, by a strategy) only do what the function they stand for does.
  bool scheduled;
};

extern Current current;

inline bool scheduled() {
  return current.scheduled;
}

// While one of these lives, hooks are inert: our own code runs on the program's stack.
class OutsideProgram {
 public:
  OutsideProgram() : before_(current.scheduled) { current.scheduled = false; }
  ~OutsideProgram() { current.scheduled = before_; }
  OutsideProgram(const OutsideProgram&) = delete;
  OutsideProgram& operator=(const OutsideProgram&) = delete;

 private:
  bool before_;
};

}  // namespace linnet::runtime
