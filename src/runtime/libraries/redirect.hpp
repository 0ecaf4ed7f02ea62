// Redirects calls of functions in loaded libraries to ours, also those that the library makes itself.
//
// This is for locks that libraries build from raw atomics and futexes, whose order is not seen otherwise. The
// first instructions of such a function become a jump.
#pragma once

#include <span>
#include <string_view>

namespace linnet::runtime {

struct StandIn {
  std::string_view name;  // as exported; with a star at the end, all that begin so
  const void* function;
  void** real = nullptr;  // where the address of the library's own is to be put
};

// Redirects in all libraries whose file name contains `library`. Functions that do not exist are skipped.
// `rename` gives the name to look up for an exported one. REQUIRES: none of the functions is running.
void redirect(std::string_view library, std::span<const StandIn> functions,
              std::string_view (*rename)(std::string_view) = nullptr);

// The address of the function in such a library; null if there is none.
const void* find_in_library(std::string_view library, std::string_view name,
                            std::string_view (*rename)(std::string_view));

// The known libraries. REQUIRES: after static constructors, once.
void redirect_glib();
void redirect_abseil();
void redirect_openmp();
// Functions of libc and of the C++ library that access memory for the program and its libraries (noted_call.hpp).
void redirect_noted_calls();

}  // namespace linnet::runtime
