// What the program reads from standard input is the same in every execution.
//
// Standard input is read once, to its end, before the first execution, and becomes a file in memory that every
// execution finds at its beginning. A terminal is not waited for, nor is a pipe in which there is nothing yet: there
// the program finds the end at once.
#pragma once

#include <string_view>
#include <vector>

namespace linnet::runtime {

class InputReplay {
 public:
  void start();
  void rewind();
  std::string_view text() const { return {text_.data(), text_.size()}; }

 private:
  bool started_ = false;
  std::vector<char> text_;
};

// That of this process.
InputReplay& standard_input();

}  // namespace linnet::runtime
