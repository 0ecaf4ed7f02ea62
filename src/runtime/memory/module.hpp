// The loaded modules, in two kinds: the program's (the executable and its libraries, whose data every
// execution finds as they were) and the ground it stands on (libc, the loader, the unwinder and ourselves).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/schedule.hpp"

namespace linnet::runtime {

struct MemoryRange {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool contains(std::uint64_t address) const { return address - low < high - low; }
};

// The writable data of all modules of the program, whole pages, without what the loader made read-only.
std::vector<MemoryRange> writable_data_of_program();

// A module's thread-local variables in the calling thread, and their initial values.
struct TlsBlock {
  void* block = nullptr;
  std::uint64_t size = 0;
  const void* image = nullptr;
  std::uint64_t image_size = 0;
};
std::vector<TlsBlock> tls_blocks_of_program();

// Whether this code belongs to libc, the loader, the unwinder or us. Called at every allocation: allocations
// of the ground must outlive an execution.
bool is_ground_code(const void* return_address);

// Whether the program, or one of its libraries, refers to a function of that name.
bool program_imports(std::string_view function);
// Whether all functions and variables of others that the program and its libraries refer to are such, but for the libraries of the language.
bool all_imports_of_program(bool (*are_such)(std::string_view name));

// The file name of the library that contains this code, if the library was not instrumented: the order that
// its own atomics make is not seen. Empty for other code, and for the libraries of the language.
std::string_view unwatched_library(std::uint64_t pc);
// The files of all such libraries that are loaded.
std::vector<std::string> unwatched_files();
// visit(name, slot) for the slots with addresses of functions that the program and its libraries call in others, but for the libraries of
// the language.
void for_each_call_of_program(void (*visit)(std::string_view function, std::uint64_t slot));
// Whether it is a function of libc or of the C++ library, whose accesses are not watched.
bool is_code_of_language(const void* function);
// Is this code of a module of the program?
bool is_program_code(const void* return_address);
// Our own code.
MemoryRange code_of_runtime();
bool is_code_of_executable(std::uint64_t address);

// The place in the program's executable, relative to the address at which it was loaded.
CodeOffset code_place(std::uint64_t pc);

}  // namespace linnet::runtime
