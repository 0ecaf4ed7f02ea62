// The functions we stand in for, as libc has them: for calls made outside an execution, and for ourselves.
#pragma once

#include <cstddef>

namespace linnet::runtime {

// Ends the process if libc has no such function.
void* find_real(const char* name);

// Looked up once, without a guard: a guarded static would call our own __cxa_guard_acquire.
#define LINNET_REAL(function)                                                                               \
  ([]() noexcept {                                                                                          \
    static constinit decltype(&::function) linnet_found_real = nullptr;                                     \
    if (linnet_found_real == nullptr)                                                                       \
      linnet_found_real = reinterpret_cast<decltype(&::function)>(::linnet::runtime::find_real(#function)); \
    return linnet_found_real;                                                                               \
  }())

// The kernel's own answer, -errno on failure. libc's syscall() is one of the functions we stand in for.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

// libc's own heap, never the arenas.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

}  // namespace linnet::runtime
