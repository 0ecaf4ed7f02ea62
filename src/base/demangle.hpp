// Names of functions and types as people write them.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <string>

namespace linnet {

// Returns the name itself if no C++ compiler made it. The names of types are codes as short as one letter.
inline std::string demangled(const char* name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string readable = status == 0 ? text : name;
  std::free(text);
  return readable;
}

}  // namespace linnet
