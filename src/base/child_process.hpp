// Runs another program and waits for it.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace linnet {

struct ChildResult {
  int status = 0;      // as waitpid gives it
  std::string output;  // what it wrote to the descriptor that was watched

  bool succeeded() const { return status == 0; }
};

// A program that is started here is asked to end if this process is killed.

// Runs a program with `input` as its standard input. What it writes to its descriptor `watched` is the result's output.
// Throws InputError if the program cannot be started.
ChildResult run_child(const std::vector<std::string>& command, const std::string& input, int watched);

// Does the same in two parts: a child that runs, and the end of the pipe it writes to.
struct StartedChild {
  pid_t process = 0;
  int output = -1;  // close it when it is read
};
StartedChild start_child(const std::vector<std::string>& command, const std::string& input, int watched);
// Waits for the child; returns its status, as waitpid gives it.
int wait_for_child(pid_t process);

// Writes all of it, or as much as the other end takes.
void write_all(int descriptor, std::string_view text);

// Runs a program with our own streams. Its temporary files are in `folder`, if one
// is given: a compiler that is ended leaves some behind.
ChildResult run_child(const std::vector<std::string>& command, const std::string& folder = "");

}  // namespace linnet
