// The type of what a block of the heap holds. Nothing says it, so it is concluded from the code that asks for the block, or that
// uses it, and from the size of the block. If the code speaks of two types that would fit equally well, nothing is concluded.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace linnet {

// A place in the code, as debug information has it.
struct PlaceInCode {
  std::uint64_t address = 0;
  unsigned line = 0;
  std::vector<Dwarf_Die>
      functions;  // those that were inlined there, innermost first, and the one they are in
  std::vector<Dwarf_Die> functions_called;  // behind the address, in order; they begin where a call goes to
};

// For a block of `size` bytes that is asked for at that place: what an allocator returns, what is constructed next, what is declared in
// that line, what is returned, and then whatever variables, members and the parameters of the function that is called next point to. An array has several elements of the type.
std::optional<Dwarf_Die> type_asked_for(const PlaceInCode& place, std::uint64_t size);
// For a block that is accessed at that place: what `this` and other variables point to, if it has exactly that size.
std::optional<Dwarf_Die> type_used(const PlaceInCode& place, std::uint64_t size);

}  // namespace linnet
