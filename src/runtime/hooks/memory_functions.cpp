// memcpy and similar functions: they read and write like a loop of plain accesses.
//
// Some compilers call ours by name; the others call libc's, and the linker turns the program's own calls
// (--wrap, in cmake/flags/link), and no others, into calls of ours.
#include <cstring>

#include "runtime/hooks/export.hpp"
#include "runtime/races/plain_access.hpp"

namespace linnet::runtime {
namespace {

void reads(const void* from, std::size_t size, const void* pc) {
  if (size != 0) plain_read(from, static_cast<std::uint32_t>(size), pc);
}

void writes(const void* to, std::size_t size, const void* pc) {
  if (size != 0) plain_write(to, static_cast<std::uint32_t>(size), pc);
}

void* copy(void* to, const void* from, std::size_t size, const void* pc) {
  reads(from, size, pc);
  writes(to, size, pc);
  return std::memmove(to, from, size);
}

// A comparison reads up to the first difference.
std::size_t compared(const char* a, const char* b, std::size_t most, bool of_text) {
  for (std::size_t i = 0; i < most; ++i) {
    if (a[i] != b[i] || (of_text && a[i] == 0)) return i + 1;
  }
  return most;
}

void reads_both(const void* a, const void* b, std::size_t size, const void* pc) {
  reads(a, size, pc);
  reads(b, size, pc);
}

std::size_t room_of(const char* text) {
  return std::strlen(text) + 1;
}

}  // namespace

LINNET_EXPORT void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return copy(to, from, size, LINNET_PC);
}

LINNET_ALIAS(__tsan_memcpy) void* __tsan_memmove(void* to, const void* from, std::size_t size);
LINNET_ALIAS(__tsan_memcpy) void* __wrap_memcpy(void* to, const void* from, std::size_t size);
LINNET_ALIAS(__tsan_memcpy) void* __wrap_memmove(void* to, const void* from, std::size_t size);

LINNET_EXPORT void* __tsan_memset(void* to, int value, std::size_t size) {
  writes(to, size, LINNET_PC);
  return std::memset(to, value, size);
}
LINNET_ALIAS(__tsan_memset) void* __wrap_memset(void* to, int value, std::size_t size);

LINNET_EXPORT int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
  reads_both(a, b, compared(static_cast<const char*>(a), static_cast<const char*>(b), size, false),
             LINNET_PC);
  return std::memcmp(a, b, size);
}

LINNET_EXPORT std::size_t __wrap_strlen(const char* text) {
  reads(text, room_of(text), LINNET_PC);
  return std::strlen(text);
}

LINNET_EXPORT char* __wrap_strcpy(char* to, const char* from) {
  return static_cast<char*>(copy(to, from, room_of(from), LINNET_PC));
}

LINNET_EXPORT char* __wrap_strncpy(char* to, const char* from, std::size_t size) {
  const std::size_t length = strnlen(from, size);
  reads(from, length == size ? size : length + 1, LINNET_PC);
  writes(to, size, LINNET_PC);
  std::memset(to, 0, size);
  std::memcpy(to, from, length);
  return to;
}

LINNET_EXPORT char* __wrap_strcat(char* to, const char* from) {
  reads(to, room_of(to), LINNET_PC);
  copy(to + std::strlen(to), from, room_of(from), LINNET_PC);
  return to;
}

LINNET_EXPORT int __wrap_strcmp(const char* a, const char* b) {
  reads_both(a, b, compared(a, b, SIZE_MAX, true), LINNET_PC);
  return std::strcmp(a, b);
}

LINNET_EXPORT int __wrap_strncmp(const char* a, const char* b, std::size_t size) {
  reads_both(a, b, compared(a, b, size, true), LINNET_PC);
  return std::strncmp(a, b, size);
}

}  // namespace linnet::runtime
