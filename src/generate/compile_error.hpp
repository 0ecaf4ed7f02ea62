// What a compiler says about a text that it does not accept.
#pragma once

#include <string>
#include <vector>

namespace linnet::generate {

struct CompileError {
  std::string message;  // one line, without its place
  std::string full;     // as the compiler prints it
  std::vector<unsigned>
      lines;  // in the file itself: of the error, then of what needed the code that it is in
};

}  // namespace linnet::generate
