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
  // Whether this is a later part of a function, which other parts only jump to.
  bool is_part = false;
  std::vector<LandingPad> pads;
};

// The piece that contains the address. Nothing if no table has one, or if the table has another form than compilers and linkers write.
std::optional<UnwoundCode> unwound_code(const CodeFile& file, std::uint64_t address);

}  // namespace linnet
