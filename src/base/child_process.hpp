// Runs another program and waits for it.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace linnet {

struct ChildResult {
  int status = 0;      // as waitpid gives it
  std::string output;  // what it wrote to the watched descriptor

  bool succeeded() const { return status == 0; }
};

// A program that is started here gets a signal to end if this process is killed.

// Runs a program with `input` as its standard input. The result's output is what the program writes to its
// descriptor `watched`. Throws InputError if the program cannot be started.
ChildResult run_child(const std::vector<std::string>& command, const std::string& input, int watched);

// The same in two parts: a child that runs, and the end of the pipe to which it writes.
struct StartedChild {
  pid_t process = 0;
  int output = -1;  // close it when it is read
};
StartedChild start_child(const std::vector<std::string>& command, const std::string& input, int watched);
// Waits for the child; returns its status, as waitpid gives it.
int wait_for_child(pid_t process);

// Writes all of it, or as much as the other end accepts.
void write_all(int descriptor, std::string_view text);

// Runs a program with our own streams. Its temporary files are in `folder`, if one is given: a compiler that
// is killed leaves some behind.
ChildResult run_child(const std::vector<std::string>& command, const std::string& folder = "");

}  // namespace linnet
