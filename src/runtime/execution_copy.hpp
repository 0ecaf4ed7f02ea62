// A copy of all that an execution is, at the moment in which the strategy is about to choose who takes its next step. Another execution
// that begins with the same steps goes on from the copy, instead of taking them again.
//
// A strategy that goes depth first repeats most of an execution in the next one, so a few copies along the path serve very many
// executions: `CopiesOnPath` decides where to take one, and which one is the best.
//
// A copy has the program's memory as far as it was ever written, stacks and thread-local variables included, and what the runtime knows:
// ExecutionState, ThreadState, what was recorded. These three are values, so that a new member is part of the copy by itself. All memory is
// put back where it was, so pointers stay what they are. The race detector goes back by itself (race_watch.hpp).
//
// What a program has done besides, a copy does not have: files, descriptors, output that was written, what libc keeps for itself. An execution
// that has done any of that is not copied any more (Execution::cannot_be_copied()), and a program that calls functions of which that is not
// known is never copied (libc_state.hpp). Then executions are run from the beginning, as they are under memory models and with power failures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/execution_state.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/operations.hpp"

namespace linnet::runtime {

class ExecutionCopy {
 public:
  // `turn` is the number of the next turn, as in Thread::last_turn. REQUIRES: no thread runs; `running` is the one that was about to choose.
  void take(const ExecutionState& state, Thread& running, std::uint64_t turn);
  // Returns the thread that goes on. REQUIRES: no thread runs, and those that were started after the copy was taken are reset.
  Thread& put_back(ExecutionState& state, std::uint64_t turn);

  std::uint64_t steps() const { return state_.steps; }
  std::size_t threads() const { return state_.started.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct OfThread {
    ThreadState state;
    std::uint64_t zeros_from = 0;  // up to stack_from
    std::uint64_t stack_from = 0;
    std::vector<unsigned char> stack;
    std::vector<unsigned char> tls;  // all blocks, one after the other
    int error = 0;                   // errno
    Arena::Copy arena;
  };
  static void take(const Thread& thread, OfThread& copy);
  void put_back(const OfThread& copy, Thread& thread) const;

  ExecutionState state_;
  Thread* running_ = nullptr;
  std::uint64_t turn_ = 0;         // the first one since all was as in the copy
  std::vector<OfThread> threads_;  // as state_.started; those beyond are kept for their memory
  Snapshot::Copy memory_;
  MostlyEmpty<ThreadExitHandler> exit_handlers_;
  Recorded recorded_;
  bool notes_plain_reads_ = false;
  std::size_t bytes_ = 0;
};

// The copies along the path of the execution that is run, or was run last.
class CopiesOnPath {
 public:
  // The next execution repeats so many steps; then the best copy, or null.
  ExecutionCopy* best_for(std::uint32_t repeated);
  void forget() { count_ = 0; }
  // Where the execution that begins at this copy, or at its beginning, had better be copied.
  std::optional<std::uint64_t> next_after(const ExecutionCopy* begins, std::uint32_t repeated) const;
  // The copy to be taken now.
  ExecutionCopy& add();

 private:
  static constexpr std::size_t kMost = 8;

  std::array<ExecutionCopy, kMost> copies_;  // by steps; those from count_ on are kept for their memory
  std::size_t count_ = 0;
};

}  // namespace linnet::runtime
