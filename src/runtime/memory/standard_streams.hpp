// Standard input, output and error as the program sees them in every execution.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace linnet::runtime {

// The program reads the same standard input in every execution.
//
// Standard input is read once, to its end, before any process runs an execution, and becomes a file in memory
// that every execution reads from its beginning. Linnet does not wait for a terminal or an empty pipe: there
// the program finds the end at once.
class InputReplay {
 public:
  void read();
  void start();
  void rewind();
  // Everything that was read.
  std::string_view text() const { return {text_.data(), text_.size()}; }

 private:
  bool read_ = false, started_ = false;
  std::vector<char> text_;
};

// The output of the program is kept per execution and shown only on request.
//
// Descriptors 1 and 2 both become one file in memory, so that the text reads as on a terminal. Its first page
// is mapped: an execution that printed nothing costs one look at a byte.
class OutputCapture {
 public:
  void start();
  // The output since the last call; valid until the next. The middle of a long text is left out, and a line
  // says so. Unless the caller looks closely, output that begins with a zero byte stays for the next call.
  enum class Look : std::uint8_t { briefly, closely };
  std::string_view take(Look look);
  // Whether there is output that libc has not written yet.
  static bool is_pending();
  // Prints to the process's own standard output, also from signal handlers.
  void print_through(std::string_view text) const;

 private:
  void append(long begin, long size);  // of what was captured, to the text

  int own_output_ = 1;
  int captured_ = -1;
  const char* first_page_ = nullptr;
  std::vector<char> text_;  // with clang, a string could not be initialised at compile time
};

// The streams of this process.
InputReplay& standard_input();
OutputCapture& standard_output();

}  // namespace linnet::runtime
