// A place in the code of a program under test.
#pragma once

#include <string>

namespace linnet {

// As far as symbols and debug information tell.
struct CodePlace {
  std::string function;  // empty if not known
  std::string file;      // empty if not known
  unsigned line = 0;

  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

}  // namespace linnet
