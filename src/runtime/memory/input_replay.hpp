// What the program reads from standard input is the same in every execution.
//
// Standard input is read once, to its end, before any process runs an execution, and becomes a file in memory that every
// execution finds at its beginning. A terminal is not waited for, nor is a pipe in which there is nothing yet: there
// the program finds the end at once.
#pragma once

#include <vector>

namespace linnet::runtime {

class InputReplay {
 public:
  void read();
  void start();
  void rewind();

 private:
  bool read_ = false, started_ = false;
  std::vector<char> text_;
};

// That of this process.
InputReplay& standard_input();

}  // namespace linnet::runtime
