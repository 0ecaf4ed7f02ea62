// A schedule: all choices of one execution, as a value with a short text form that replays it exactly.
//
// The text is `linnet1:PROGRAM:CHOICES`. PROGRAM is a fingerprint, so that a schedule is refused by another
// program. CHOICES are separated by dots: `2` or `2x5` means that thread 2 takes one step, or five; `c1` that
// a step with several outcomes took outcome 1. Example: `linnet1:9f3c77a1:0x4.1x2.c1.0.1x3`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/step.hpp"

namespace linnet {

struct Choice {
  enum class Kind : std::uint8_t { thread, outcome } kind;
  std::uint32_t value;
  friend bool operator==(Choice, Choice) = default;
};

struct Schedule {
  std::uint32_t program = 0;
  std::vector<Choice> choices;

  std::string to_text() const;
  // Throws InputError that points at the character.
  static Schedule from_text(std::string_view text);
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

}  // namespace linnet
