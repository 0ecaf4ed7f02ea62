// The part of an object at an offset, written as in C.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>

namespace linnet {

// Instead of a number of bytes: the largest part that begins there.
inline constexpr std::uint64_t kLargestPart = ~std::uint64_t{0};

// ".head", "[2].next": found by descending through members and elements, as long as they have at least `size`
// bytes; the only member of an object is named, too. Where the debug information ends, "+N" stands for the
// rest.
std::string path_within(Dwarf_Die type, std::uint64_t offset, std::uint64_t size);

}  // namespace linnet
