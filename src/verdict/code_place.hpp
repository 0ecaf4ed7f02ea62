// A place in the code of a program under test.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace linnet {

// As far as symbols and debug information tell.
struct CodePlace {
  std::string function;  // empty if not known
  std::string file;      // empty if not known
  unsigned line = 0;

  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

// Neighbouring lines of a source file, as they were when the program was compiled.
struct SourceExcerpt {
  std::string file;
  unsigned first = 1;  // the number of the first line
  std::vector<std::string> lines;
};

// The innermost place that is the user's own code: what the standard library or a header of ours does there, its caller
// asked for. Null only if there are none.
inline const CodePlace* own_place(const std::vector<CodePlace>& innermost_first) {
  const auto own = std::ranges::find_if(innermost_first, [](const CodePlace& place) {
    return !place.file.empty() && !place.file.starts_with("/usr/include") &&
           !place.file.starts_with("/usr/lib") && place.file.find("include/linnet/") == std::string::npos;
  });
  if (own != innermost_first.end()) return &*own;
  return innermost_first.empty() ? nullptr : &innermost_first.front();
}

}  // namespace linnet
