// Runs a scenario natively, again and again, on real threads that are kept between rounds.
//
// Rounds come in batches: starting threads, or waking them, takes longer than most scenarios. One thread makes the objects
// of a batch and runs `init` on each; the threads of the scenario go through the objects side by side; then the first
// one runs `final` on each and destroys it. Before each round the threads wait for each other, for a while: one that is
// not running at all is not waited for, and the round is one with less overlap.
//
// REQUIRES of everything here: called from one thread, which is none of the scenario's.
#pragma once

#include <chrono>
#include <cstddef>
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

  using Batch = NativeBatch;
  struct Ran {
    double seconds = 0;  // of the threads, without init and final
    bool hung = false;   // no call has returned for as long as patience goes
  };
  // After a batch that hung the runner is of no use but to say what was recorded: its threads are lost.
  Ran run(const Batch& batch, std::chrono::duration<double> patience);

  // Reads a round of the last batch. REQUIRES: its clock was not `none`, and if it hung, `round` is
  // hung_round().
  void read(std::size_t round, NativeRecording& out) const;
  // The first round with a call that has not returned. REQUIRES: the last batch hung.
  std::size_t hung_round() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // the threads' as well, which may outlive this
};

}  // namespace linnet
