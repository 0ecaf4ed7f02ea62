// Drives a multi-word primitive on real threads: reads, compare-and-swaps and swaps of words that the clients choose as
// they go, since a compare-and-swap needs to know what is there.
//
// Every value that is written is a tag of its own, (thread, counter), and a mwcas expects what its thread has seen there
// last: so what is recorded is a history that the precedence graph decides (Assumptions 1 and 2 of Toward
// Linearizability Testing for Multi-Word Persistent Synchronization Primitives, OPODIS 2019). Calls and returns are
// stamped with the processor's time-stamp counter into memory of the thread's own.
//
// REQUIRES of everything here: called from one thread.
#pragma once

#include <memory>

#include "protocol/client_tape.hpp"
#include "runtime/object_test.hpp"

namespace linnet {

class MultiwordClients {
 public:
  // REQUIRES: words <= locations, at most 100 threads, some weight, and what is pointed to stays.
  MultiwordClients(const runtime::ProgramTest& test, const ClientLoad& load);
  ~MultiwordClients();
  MultiwordClients(const MultiwordClients&) = delete;
  MultiwordClients& operator=(const MultiwordClients&) = delete;

  // A round on a new object. After one that hung, nothing but to see what was recorded makes sense.
  ClientsResult run(const ClientsOrder& order);

 private:
  struct State;
  std::shared_ptr<State> state_;  // the threads' as well, which may outlive this
};

}  // namespace linnet
