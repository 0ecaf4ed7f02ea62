// Standard input, output and error as the program sees them in every execution.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace linnet::runtime {

// What the program reads from standard input is the same in every execution.
//
// Standard input is read once, to its end, before any process runs an execution, and becomes a file in memory that every
// execution finds at its beginning. A terminal is not waited for, nor is a pipe in which there is nothing yet: there
// the program finds the end at once.
class InputReplay {
 public:
  void read();
  void start();
  void rewind();
  // All that was read.
  std::string_view text() const { return {text_.data(), text_.size()}; }

 private:
  bool read_ = false, started_ = false;
  std::vector<char> text_;
};

// What the program prints is kept per execution and shown only by who asks for it.
//
// Descriptors 1 and 2 both become one file in memory, so that what is kept reads as on a terminal. Its first page is
// mapped: an execution that printed nothing costs one look at a byte.
class OutputCapture {
 public:
  void start();
  // What was printed since the last call; valid until the next. The middle of a long text is left out, and that is said there. Unless one looks closely, what begins with a zero byte
  // stays for the next call.
  enum class Look : std::uint8_t { briefly, closely };
  std::string_view take(Look look);
  // To the process's own standard output. From signal handlers, too.
  void print_through(std::string_view text) const;

 private:
  void append(long begin, long size);  // of what was captured, to the text

  int own_output_ = 1;
  int captured_ = -1;
  const char* first_page_ = nullptr;
  std::vector<char> text_;  // a string could not be initialised at compile time with clang
};

// Those of this process.
InputReplay& standard_input();
OutputCapture& standard_output();

}  // namespace linnet::runtime
