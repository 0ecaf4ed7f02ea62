// A schedule: all choices of one execution, as a value with a short text form that replays it exactly.
//
// The text is `linnet1:PROGRAM:CHOICES`. PROGRAM is a fingerprint, so that a schedule is refused by another
// program. CHOICES are separated by dots: `2` or `2x5` means that thread 2 takes one step, or five; `c1` that
// a step with several outcomes took outcome 1. Example: `linnet1:9f3c77a1:0x4.1x2.c1.0.1x3`.
//
// If plain accesses were steps too, `:PLACES` follows, in hexadecimal: `linnet1:9f3c77a1:0x4.1:1139.11a4`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/step.hpp"

namespace linnet {

struct Choice {
  enum class Kind : std::uint8_t { thread, outcome, last = outcome } kind;
  std::uint32_t value;
  friend bool operator==(Choice, Choice) = default;
};

// An instruction of the program under test: how far it is from where the program was loaded.
using CodeOffset = std::uint32_t;

struct Schedule {
  std::uint32_t program = 0;
  std::vector<Choice> choices;
  // The places of the plain accesses that were steps, because they race (`--races=explore`). Sorted.
  std::vector<CodeOffset> racy_places = {};

  std::string to_text() const;
  // Throws an InputError that points at the character.
  static Schedule from_text(std::string_view text);
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

}  // namespace linnet
