// Runs another program and waits for it.
#pragma once

#include <string>
#include <vector>

namespace linnet {

struct ChildResult {
  int status = 0;      // as waitpid gives it
  std::string output;  // what it wrote to the descriptor that was watched

  bool succeeded() const { return status == 0; }
};

// With `input` as its standard input; what it writes to its descriptor `watched` is the result's output. Throws
// InputError if the program cannot be started.
ChildResult run_child(const std::vector<std::string>& command, const std::string& input, int watched);

// With our own streams.
ChildResult run_child(const std::vector<std::string>& command);

}  // namespace linnet
