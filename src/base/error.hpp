// Bad input, as one sentence that a user can act on: where, what was found, what was expected.
//
// Readers and specifications throw it; only the command line catches it, prints it and exits with status 2.
// It is an exception because a fault in line 9 000 000 of a file has to leave a parser, a decompressor and a
// reader at once, and no caller in between could do anything about it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace linnet {

// A position in an input. Lines and columns count from 1; 0 means that it is not known.
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;

  std::string to_string() const {  // file:line:column
    std::string text = file;
    if (line != 0) text += ":" + std::to_string(line);
    if (line != 0 && column != 0) text += ":" + std::to_string(column);
    return text;
  }
};

class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& what) : std::runtime_error(what) {}
  InputError(const Place& place, const std::string& what)
      : std::runtime_error(place.to_string() + ": " + what) {}
};

}  // namespace linnet
