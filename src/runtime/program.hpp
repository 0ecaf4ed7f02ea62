// The program under test: its main, its exit handlers, and the state from which it starts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/fibers/thread.hpp"
#include "runtime/memory/snapshot.hpp"

namespace linnet::runtime {

class Program {
 public:
  using Main = int (*)(int, char**, char**);

  void set_main(Main main, int argument_count, char** arguments, char** environment);
  void replace_main(Main main) { main_ = main; }
  std::span<char*> arguments() const { return {arguments_, static_cast<std::size_t>(argument_count_)}; }
  // REQUIRES: before the snapshot, or the same as then.
  void set_arguments(const std::vector<std::string>& arguments);
  int call_main() { return main_(argument_count_, arguments_, environment_); }

  // Called after static constructors and before the first execution.
  void take_snapshot();
  void restore();
  // Restores everything but memory and exit handlers.
  void restore_outside();
  Snapshot& snapshot() { return snapshot_; }

  // Handlers of atexit and destructors of static objects, run last first.
  void at_exit(ThreadExitHandler handler) { exit_handlers_.push_back(handler); }
  void run_exit_handlers();
  const MostlyEmpty<ThreadExitHandler>& exit_handlers() const { return exit_handlers_; }
  void set_exit_handlers(const MostlyEmpty<ThreadExitHandler>& handlers) { exit_handlers_ = handlers; }
  // What static constructors registered in the thread of main: destructors of its thread_local objects, and
  // values of pthread keys.
  const MostlyEmpty<ThreadExitHandler>& exit_handlers_of_main() const { return thread_handlers_at_snapshot_; }
  const MostlyEmpty<void*>& key_values_of_main() const { return key_values_at_snapshot_; }

 private:
  MemoryRange move_arguments();

  Main main_ = nullptr;
  int argument_count_ = 0;
  char** arguments_ = nullptr;
  char** environment_ = nullptr;
  Snapshot snapshot_;
  bool snapshot_taken_ = false;
  MostlyEmpty<ThreadExitHandler> exit_handlers_;
  MostlyEmpty<ThreadExitHandler> exit_handlers_at_snapshot_;
  MostlyEmpty<ThreadExitHandler> thread_handlers_at_snapshot_;
  MostlyEmpty<void*> key_values_at_snapshot_;
};

// There is one program in a process. It can be used from the first instruction of the first static
// constructor.
Program& program();

// thread_local destructors; at the end of a thread those of pthread keys follow, at the end of the program
// they do not.
void run_thread_local_destructors(Thread& thread);

// Releases the robust mutexes that a thread holds at its end.
void abandon_robust_mutexes(Thread& thread);

// Closes the commands that an execution has started and not closed.
void close_commands();

// pthread keys made by static constructors exist in every execution, later ones only in the execution that
// made them.
void mark_keys();
void restore_keys();
void run_key_destructors(Thread& thread);

}  // namespace linnet::runtime
