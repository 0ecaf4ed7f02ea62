// Recorded operations: the program that a scenario describes and what its calls did, or the calls that a main
// records itself.
//
// A call is recorded when the first visible step of its operation is taken, and a return with the last one
// taken so far: what a thread does between its steps happens at no particular time. That only adds order
// between operations (decision 5 in the design), so nothing is missed. In init and final no other thread
// runs, and a call is recorded at once.
#pragma once

#include <vector>

#include "graph/client_orders.hpp"
#include "runtime/fibers/thread.hpp"
#include "runtime/object_test.hpp"

namespace linnet::runtime {

// What an execution has recorded, and what it did it with.
struct Recorded {
  void* object = nullptr;
  std::vector<pthread_t> threads;
  Recording recording;
};
Recorded& recorded();

// The first step of the thread's current operation is being taken, or will never be taken.
void record_call(const Thread& thread);
void record_crash();
// The execution ends before there is a result.
void record_cut();
// The program's own main is run, and may record calls (linnet/record.h). Does nothing if a scenario is run.
void start_recording_of_main();
void record_end_of_main();
// The thread waits for ever, not for another thread: outside of calls, that makes no history of them.
void record_wait(const Thread& thread);
// The calls of the recording in the graph of the execution, in the order of their events; none if there is no
// memory model.
const std::vector<OperationInGraph>& operations_in_graph();
// Whether a value that is a list is being made: its items are not in the memory of the program.
bool is_list_open();
// The number of power failures in an execution of the chosen test; 0 if there is none.
std::uint32_t crashes_of_chosen_test();

}  // namespace linnet::runtime
