// The binary format of histories: docs/history-format.md says what the bytes mean.
//
// A history in this format has about a quarter of the size of the same JSON Lines, and is read several times
// as fast: the reader searches for nothing, and a value that occurred before is a number.
#pragma once

#include <cstdint>
#include <string_view>

#include "history/formats/format.hpp"

namespace linnet {

// What readers and writers agree on.
namespace binary {

using namespace std::string_view_literals;

inline constexpr std::string_view kMagic = "\x89LINNET\n"sv;
inline constexpr std::uint64_t kVersion = 1;

// Flags.
inline constexpr std::uint64_t kLanes = 1, kStuck = 2, kHasSpec = 4, kHasInitial = 8, kHasOrder = 16,
                               kAllFlags = 31;

// In the two lowest bits of an event's first number.
enum class Event : std::uint8_t { call, ret, crash, end };
// In the two lowest bits of a value's first number.
enum class Tag : std::uint8_t { integer, reference, array, other };
// Above them if the tag is `other`.
enum class Other : std::uint8_t { null, no, yes, real, text, digits, object };

// Integers from here on, on either side of 0, are numbered when they first appear, and so are reals, texts
// and digits.
inline constexpr std::int64_t kFirstNumbered = 2048;
// Integers beyond this on either side are written as digits.
inline constexpr std::int64_t kGreatest = (std::int64_t{1} << 60) - 1;

inline constexpr bool is_numbered(std::int64_t i) {
  return i >= kFirstNumbered || i <= -kFirstNumbered;
}
inline constexpr std::uint64_t zigzag(std::int64_t i) {
  return static_cast<std::uint64_t>(i) << 1 ^ static_cast<std::uint64_t>(i >> 63);
}
inline constexpr std::int64_t unzigzag(std::uint64_t u) {
  return static_cast<std::int64_t>(u >> 1) ^ -static_cast<std::int64_t>(u & 1);
}

}  // namespace binary

}  // namespace linnet
