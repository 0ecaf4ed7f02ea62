// libc's own versions of the functions that we replace: for calls made outside an execution, and for
// ourselves.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/raw_syscall.hpp"
#include "runtime/hooks/export.hpp"

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

// Maps zeros at an address where nothing is mapped yet. Ends the process if that fails: nothing can be
// reported this early, and nothing works without memory.
void map_at(std::uint64_t address, std::uint64_t size);

// libc's own heap, never the arenas.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

}  // namespace linnet::runtime
