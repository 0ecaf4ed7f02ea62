// A number that changes when the program under test does, so that a schedule is refused by another one.
//
// It is made of what is loaded of the executable: its code, constants and initial data. Debug information, the
// build id and the path are not part of it, so the same source compiled elsewhere has the same number.
#pragma once

#include <cstdint>

namespace linnet {

// Of the running executable.
std::uint32_t program_fingerprint();

}  // namespace linnet
