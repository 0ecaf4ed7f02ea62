// Drives a multi-word primitive on real threads: reads, compare-and-swaps and swaps of words that the clients
// choose as they go, since a compare-and-swap needs to know the current values.
//
// Every value that is written is a unique tag, (thread, counter), and a mwcas expects what its thread has
// last seen there. So the recording is a history that the precedence graph decides (Assumptions 1 and 2 of
// Toward Linearizability Testing for Multi-Word Persistent Synchronization Primitives, OPODIS 2019). Calls
// and returns are stamped with the processor's time-stamp counter into the thread's own memory.
//
// REQUIRES for everything here: called from one thread.
#pragma once

#include <memory>

#include "protocol/client_tape.hpp"
#include "runtime/object_test.hpp"

namespace linnet {

class MultiwordClients {
 public:
  // REQUIRES: words <= locations, at most 100 threads, some weight, and the referenced objects stay.
  MultiwordClients(const runtime::ProgramTest& test, const ClientLoad& load);
  ~MultiwordClients();
  MultiwordClients(const MultiwordClients&) = delete;
  MultiwordClients& operator=(const MultiwordClients&) = delete;

  // Runs a round on a new object. After a round that hung, only reading the recording makes sense.
  ClientsResult run(const ClientsOrder& order);

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the threads, which may outlive this
};

}  // namespace linnet
