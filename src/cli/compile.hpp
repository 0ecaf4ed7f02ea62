// Compiles C and C++ for exploring: instrumented by the compiler's own -fsanitize=thread, and linked with our
// library instead of the compiler's. For native runs: without instrumentation, optimised, and linked with the
// library that records.
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

// Adds the files, which the help calls `name`, and the compiler.
void add_compilation_options(OptionList& options, Compilation& compilation, std::string_view name,
                             std::string help);

enum class Build : bool { native, instrumented };

struct BuiltProgram {
  std::vector<std::string> sources;  // or the program itself, if it was given
  std::string path;
};

// Each source with tests or a main is a separate program; the others belong to each of them. A single file
// that is no source is a program that was linked with the library. Throws InputError if a source does not
// exist or does not compile; the compiler has said why.
std::vector<BuiltProgram> build(const Compilation& compilation, Build how);

// Compiles without our libraries. Returns nothing if that fails, without a message.
std::optional<std::string> compile_silently(const Compilation& compilation);

// The flags with which a compiler finds <linnet/test.hpp>.
std::vector<std::string> header_flags();

// The path of one of Linnet's libraries beside this program: in its build folder, or below its installation
// prefix.
std::optional<std::string> find_library(const char* name);

bool is_source(const std::string& file);

}  // namespace linnet
