// Has calls of functions in loaded libraries come to ours, also those that the library makes itself.
//
// For locks that libraries build of raw atomics and futexes: nobody sees what they order. The first instructions of such a
// function become a jump.
#pragma once

#include <span>
#include <string_view>

namespace linnet::runtime {

struct StandIn {
  std::string_view name;  // as the library exports it; with a star at its end, all that begin so
  const void* function;
  void** real = nullptr;  // where the address of the library's own is to be put
};

// In all libraries whose file name contains `library`. What is not there is not redirected. `rename` gives the name to look up for an
// exported one. REQUIRES: none of the functions runs.
void redirect(std::string_view library, std::span<const StandIn> functions,
              std::string_view (*rename)(std::string_view) = nullptr);

// Where such a library has the function; null if nowhere.
const void* find_in_library(std::string_view library, std::string_view name,
                            std::string_view (*rename)(std::string_view));

// The libraries that we know. REQUIRES: after static constructors, once.
void redirect_glib();
void redirect_abseil();
void redirect_openmp();
// Functions of libc and of the C++ library that access memory for the program and its libraries (noted_call.hpp).
void redirect_noted_calls();

}  // namespace linnet::runtime
