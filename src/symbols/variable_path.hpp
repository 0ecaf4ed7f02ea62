// The part of a variable that lies at an offset, as one would write it in C: ".head", "[2].next".
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>

namespace linnet {

// `type` is the variable's. Ends where the debug information does, with "+N" for what is left.
std::string path_within(Dwarf_Die type, std::uint64_t offset);

}  // namespace linnet
