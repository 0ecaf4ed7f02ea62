// Runs a scenario natively, again and again, on real threads that are kept between rounds.
//
// Rounds come in batches: starting threads, or waking them, takes longer than most scenarios. One thread makes the objects
// of a batch and runs `init` on each; the threads of the scenario go through the objects side by side; then the first
// one runs `final` on each and destroys it. Before each round the threads wait for each other, for a while: one that is
// not running at all is not waited for, and the round is one with less overlap.
//
// REQUIRES of everything here: called from one thread, which is none of the scenario's.
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

  // Runs a batch, and reads what it recorded if it has a clock: all rounds, or of a batch that hung (no call has returned for as
  // long as patience goes) the first one with a call that has not returned. After that the runner is of no use: its threads
  // are lost.
  BatchResult run(const BatchOrder& order);

 private:
  struct State;
  std::shared_ptr<State> state_;  // the threads' as well, which may outlive this
};

}  // namespace linnet
