// Calls of memcpy and similar functions by the program's libraries: the slots with libc's addresses get ours.
//
// The linker redirects the program's own calls (--wrap, in cmake/flags/link). A library is already linked.
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstdint>
#include <cstring>

#include "base/raw_syscall.hpp"
#include "runtime/libraries/redirect.hpp"
#include "runtime/memory/module.hpp"

namespace linnet::runtime {

extern "C" {
void* __wrap_memcpy(void* to, const void* from, std::size_t size);
void* __wrap_memmove(void* to, const void* from, std::size_t size);
void* __wrap_memset(void* to, int value, std::size_t size);
int __wrap_memcmp(const void* a, const void* b, std::size_t size);
std::size_t __wrap_strlen(const char* text);
char* __wrap_strcpy(char* to, const char* from);
char* __wrap_strncpy(char* to, const char* from, std::size_t size);
char* __wrap_strcat(char* to, const char* from);
int __wrap_strcmp(const char* a, const char* b);
int __wrap_strncmp(const char* a, const char* b, std::size_t size);
}

namespace {

template <class Function>
StandIn stand_in(std::string_view name, Function* function) {
  return {name, reinterpret_cast<const void*>(function)};
}

// The loader has made some of the slots read-only.
void write_slot(std::uint64_t slot, const void* function) {
  constexpr std::uint64_t kPage = 4096;
  raw_syscall(SYS_mprotect, static_cast<long>(slot & ~(kPage - 1)), static_cast<long>(kPage),
              PROT_READ | PROT_WRITE);
  std::memcpy(reinterpret_cast<void*>(slot), &function, sizeof function);
}

}  // namespace

void redirect_memory_functions() {
  for_each_call_of_libraries([](std::string_view name, std::uint64_t slot) {
    for (const StandIn& ours : {stand_in("memcpy", __wrap_memcpy), stand_in("memmove", __wrap_memmove),
                                stand_in("memset", __wrap_memset), stand_in("memcmp", __wrap_memcmp),
                                stand_in("strlen", __wrap_strlen), stand_in("strcpy", __wrap_strcpy),
                                stand_in("strncpy", __wrap_strncpy), stand_in("strcat", __wrap_strcat),
                                stand_in("strcmp", __wrap_strcmp), stand_in("strncmp", __wrap_strncmp)}) {
      if (name == ours.name) write_slot(slot, ours.function);
    }
  });
}

}  // namespace linnet::runtime
