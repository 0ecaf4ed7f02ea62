// What the program prints is kept per execution and shown only by who asks for it.
//
// Descriptors 1 and 2 both become one file in memory, so that what is kept reads as on a terminal. Its first page is
// mapped: an execution that printed nothing costs one look at a byte.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace linnet::runtime {

class OutputCapture {
 public:
  void start();
  // What was printed since the last call; valid until the next. Unless one looks closely, what begins with a zero byte
  // stays for the next call.
  enum class Look : std::uint8_t { briefly, closely };
  std::string_view take(Look look);
  // To the process's own standard output, and to its own standard error. From signal handlers, too.
  void print_through(std::string_view text) const { write_to(own_output_, text); }
  void complain_through(std::string_view text) const { write_to(own_error_, text); }

 private:
  static void write_to(int descriptor, std::string_view text);

  int own_output_ = 1, own_error_ = 2;
  int captured_ = -1;
  const char* first_page_ = nullptr;
  std::vector<char> text_;  // a string could not be initialised at compile time with clang
};

}  // namespace linnet::runtime
