// A schedule: all choices of one execution, as a value with a short text form that replays it exactly.
//
// The text is `linnet1:PROGRAM:CHOICES`. PROGRAM is a fingerprint, so that another program refuses the
// schedule. CHOICES are separated by dots: `2` or `2x5` means that thread 2 takes one step, or five; `c1`
// that a step with several outcomes took outcome 1. Example: `linnet1:9f3c77a1:0x4.1x2.c1.0.1x3`.
//
// If plain accesses were steps too, `:PLACES` follows, in hexadecimal: `linnet1:9f3c77a1:0x4.1:1139.11a4`.
//
// Under a memory model the text is `linnet2:PROGRAM:MODEL:CHOICES`. There `b1` means that a step read the
// write before the last one of its location, or that its write stands one place before the end:
// `linnet2:9f3c77a1:c11:0x4.1.b1.2x3`. Steps without it read the last write, and write at the end, as far as
// the execution has come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/memory_model.hpp"
#include "schedule/step.hpp"

namespace linnet {

struct Choice {
  enum class Kind : std::uint8_t { thread, outcome, back, last = back } kind;
  std::uint32_t value;
  friend bool operator==(Choice, Choice) = default;
};

// An instruction of the program under test: its distance from the address at which the program was loaded.
using CodeOffset = std::uint32_t;

struct Schedule {
  std::uint32_t program = 0;
  std::vector<Choice> choices;
  // The places of the plain accesses that were steps, because they race (`--races=explore`). Sorted.
  std::vector<CodeOffset> racy_places = {};
  std::optional<MemoryModel> memory_model = {};  // absent: memory holds the last write

  std::string to_text() const;
  // Throws an InputError that points at the character.
  static Schedule from_text(std::string_view text);
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

}  // namespace linnet
