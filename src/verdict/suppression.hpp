// A line of a suppressions file: races that are intended, by names in the code.
#pragma once

#include <cstdint>
#include <string>

namespace linnet {

struct Suppression {
  bool top_only =
      false;            // race_top: the innermost function of an access has the name, not one of its callers
  std::string pattern;  // with *, and ^ and $ at its ends
  std::uint64_t line = 0;   // of the file
  std::uint64_t races = 0;  // the number of races it matched

  std::string to_text() const { return (top_only ? "race_top:" : "race:") + pattern; }
};

}  // namespace linnet
