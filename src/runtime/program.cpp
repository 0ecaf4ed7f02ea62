// Program: arguments, exit handlers and the snapshot of the program under test.
#include "runtime/program.hpp"

#include "runtime/fibers/thread_table.hpp"
#include "runtime/libraries/redirect.hpp"
#include "runtime/kernel/descriptors.hpp"

namespace linnet::runtime {
namespace {

constinit Program the_program;

void run_last_first(MostlyEmpty<ThreadExitHandler>& handlers) {
  while (!handlers.empty()) {  // a handler may add more
    const ThreadExitHandler handler = handlers.back();
    handlers.pop_back();
    handler.function(handler.argument);
  }
}

}  // namespace

Program& program() {
  return the_program;
}

void Program::set_main(Main main, int argument_count, char** arguments, char** environment) {
  main_ = main;
  argument_count_ = argument_count;
  arguments_ = arguments;
  environment_ = environment;
}

void Program::set_arguments(const std::vector<std::string>& arguments) {
  own_arguments_ = arguments;
  argument_words_.resize(arguments.size() + 1);
}

int Program::call_main() {
  if (own_arguments_.empty()) return main_(argument_count_, arguments_, environment_);
  for (std::size_t i = 0; i < own_arguments_.size(); ++i) argument_words_[i] = own_arguments_[i].data();
  argument_words_.back() = nullptr;
  return main_(static_cast<int>(own_arguments_.size()), argument_words_.data(), environment_);
}

void Program::take_snapshot() {
  if (snapshot_taken_) return;
  snapshot_taken_ = true;
  redirect_glib();
  redirect_noted_calls();
  redirect_abseil();
  redirect_openmp();
  Thread& main = thread_with(0);
  main.arena.mark();
  exit_handlers_at_snapshot_ = exit_handlers_;
  thread_handlers_at_snapshot_ = main.exit_handlers;
  key_values_at_snapshot_ = main.key_values;
  mark_keys();
  descriptors().mark();
  snapshot_.take(main);
}

void Program::restore() {
  snapshot_.restore();
  exit_handlers_ = exit_handlers_at_snapshot_;
  restore_outside();
}

void Program::restore_outside() {
  restore_keys();
  descriptors().restore();
  close_commands();
}

void Program::run_exit_handlers() {
  run_last_first(exit_handlers_);
}

void run_thread_local_destructors(Thread& thread) {
  run_last_first(thread.exit_handlers);
}

}  // namespace linnet::runtime
