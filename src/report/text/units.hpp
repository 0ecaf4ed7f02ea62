// Numbers as people read them: 1 234 567, 3.2 ms, 1.5 s.
#pragma once

#include <cstdint>
#include <string>

namespace linnet {

std::string with_thousands(std::uint64_t n);
std::string duration(double seconds);
// "1 operation", "2 operations"; "2 histories"
std::string counted(std::uint64_t n, const std::string& noun);

}  // namespace linnet
