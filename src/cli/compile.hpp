// Compiles C and C++ for exploring: instrumented by the compiler's own -fsanitize=thread, and linked with our library
// instead of the compiler's. And for native runs: as it is, optimised, and linked with the library that records them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/temporary_folder.hpp"
#include "cli/options/option_list.hpp"

namespace linnet {

struct Compilation {
  std::vector<std::string> sources;
  std::string compiler;            // empty: $CC or $CXX, or gcc and g++
  std::vector<std::string> flags;  // the user's
  std::string folder;              // where objects and the program go
};

// The files, which the help calls `name`, and the compiler.
void add_compilation_options(OptionList& options, Compilation& compilation, std::string_view name,
                             std::string help);

enum class Build : bool { native, instrumented };

struct BuiltProgram {
  std::vector<std::string> sources;  // or the program itself, if it was given
  std::string path;
};

// Sources that have tests or a main are programs of their own; the others belong to each of them. A single file that is no source
// is a program that was linked with the library. Throws InputError if a source is not there or does not compile; the compiler
// has said why.
std::vector<BuiltProgram> build(const Compilation& compilation, Build how);

// As it is, with no library of ours; nothing if that fails, and nobody is told why.
std::optional<std::string> compile_silently(const Compilation& compilation);

// What a compiler needs to find <linnet/test.hpp>.
std::vector<std::string> header_flags();

// The path of a library of Linnet's beside this program: in its build folder, or below its installation prefix.
std::optional<std::string> find_library(const char* name);

bool is_source(const std::string& file);

}  // namespace linnet
