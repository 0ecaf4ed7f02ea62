// Program: arguments, exit handlers and the snapshot of the program under test.
#include "runtime/program.hpp"

#include <unistd.h>

#include <cstring>

#include "runtime/fibers/thread_table.hpp"
#include "runtime/kernel/descriptors.hpp"
#include "runtime/libraries/redirect.hpp"

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
  if (snapshot_taken_) return;
  argument_count_ = static_cast<int>(arguments.size());
  arguments_ = new char*[arguments.size() + 1]();  // until they are moved
  for (std::size_t i = 0; i < arguments.size(); ++i) arguments_[i] = strdup(arguments[i].c_str());
}

// A program may write into its arguments and its environment, and reorder them. So they go to memory that is part of the snapshot.
MemoryRange Program::move_arguments() {
  std::vector<char*> words(arguments_, arguments_ + argument_count_);
  words.push_back(nullptr);
  for (char** word = environment_; word != nullptr && *word != nullptr; ++word) words.push_back(*word);
  words.push_back(nullptr);
  std::size_t size = words.size() * sizeof(char*);
  for (const char* word : words) size += word == nullptr ? 0 : std::strlen(word) + 1;
  const MemoryRange range = Snapshot::map(size);
  arguments_ = reinterpret_cast<char**>(range.low);
  environment_ = environ = arguments_ + argument_count_ + 1;
  char* text = reinterpret_cast<char*>(arguments_ + words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    arguments_[i] = words[i] == nullptr ? nullptr : text;
    if (words[i] != nullptr) text = stpcpy(text, words[i]) + 1;
  }
  return range;
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
  snapshot_.take(main, move_arguments());
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
