// Finds the type of the object in a block of the heap. Nothing records it, so it is concluded from the code
// that allocates or uses the block, and from the size of the block. If the code mentions two types that would
// fit equally well, nothing is concluded.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace linnet {

// A place in the code, according to debug information.
struct PlaceInCode {
  std::uint64_t address = 0;
  unsigned line = 0;
  std::vector<Dwarf_Die>
      functions;  // those that were inlined there, innermost first, and the function that contains them
  std::vector<Dwarf_Die> functions_called;  // behind the address, in order; they begin where a call goes to
};

// For a block of `size` bytes that is allocated at that place: the type that an allocator returns, that is
// constructed next, that is declared in that line, or that is returned; then the types to which variables,
// members and the parameters of the next called function point. An array has several elements of the type.
std::optional<Dwarf_Die> type_asked_for(const PlaceInCode& place, std::uint64_t size);
// For a block that is accessed at that place: the type to which `this` and other variables point, if it has
// exactly that size.
std::optional<Dwarf_Die> type_used(const PlaceInCode& place, std::uint64_t size);

}  // namespace linnet
