// The tables for unwinding: where a function begins and ends, and where it goes on if a call throws.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine_code/code_file.hpp"

namespace linnet {

// A piece of code that is unwound in one way.
struct UnwoundCode {
  struct LandingPad {
    std::uint64_t first = 0, end = 0;  // the calls in this range
    std::uint64_t target = 0;          // go on here if they throw
  };
  std::uint64_t begin = 0, end = 0;
  // A part of a function that is not where it begins: it is only jumped to.
  bool is_part = false;
  std::vector<LandingPad> pads;
};

// That which the address is in. Nothing if no table tells, or if it is not in the form that linkers and compilers give it.
std::optional<UnwoundCode> unwound_code(const CodeFile& file, std::uint64_t address);

}  // namespace linnet
