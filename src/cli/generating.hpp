// Writes a test of a class, for several commands.
#pragma once

#include <string>
#include <vector>

#include "verdict/finding.hpp"

namespace linnet {

struct GeneratingArguments {
  std::string header;  // a file, or a header that the compiler finds
  std::string class_name;
  std::string output;              // empty: standard output
  std::vector<std::string> flags;  // of the compiler
};

// The classes of the header with public methods. Throws InputError if it does not compile.
std::vector<std::string> classes_of(const GeneratingArguments& arguments);
// Throws InputError if there is no such class, or if the file exists already.
void write_test(const GeneratingArguments& arguments);

}  // namespace linnet
