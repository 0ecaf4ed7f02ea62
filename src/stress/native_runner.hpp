// Runs a scenario natively, again and again, on real threads that are kept between rounds.
//
// Rounds come in batches: starting threads, or waking them, takes longer than most scenarios. One thread
// makes the objects of a batch and runs `init` on each; the threads of the scenario go through the objects
// side by side; then the first one runs `final` on each and destroys it. Before each round the threads wait
// for each other for a while. A thread that is not running at all is not waited for; such a round has less
// overlap.
//
// REQUIRES for everything here: called from one thread, which is not one of the scenario's.
#pragma once

#include <memory>

#include "protocol/native_recording.hpp"
#include "runtime/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

class NativeRunner {
 public:
  // REQUIRES: both outlive it.
  NativeRunner(const runtime::ProgramTest& test, const Scenario& scenario);
  ~NativeRunner();
  NativeRunner(const NativeRunner&) = delete;
  NativeRunner& operator=(const NativeRunner&) = delete;

  // Runs a batch, and reads its recordings if it has a clock: those of all rounds, or, if the batch hung (no
  // call has returned within `patience`), that of the first round with a call that has not returned. After
  // that the runner cannot be used: its threads are lost.
  BatchResult run(const BatchOrder& order);

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the threads, which may outlive this
};

}  // namespace linnet
