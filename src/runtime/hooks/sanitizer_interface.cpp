// Functions of the sanitizers' library that have little meaning here. Those without any are in
// without_effect.S, those with more in tsan_interface.cpp.
#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/hooks/export.hpp"
#include "runtime/memory/arena.hpp"

namespace linnet::runtime {

LINNET_EXPORT void* __tsan_external_register_tag(const char* type) {
  return const_cast<char*>(type);
}

LINNET_EXPORT double ValgrindSlowdown() {
  return 1;
}

LINNET_EXPORT const char* ThreadSanitizerQuery(const char* query) {
  return std::strcmp(query, "pure_happens_before") == 0 ? "1" : "0";
}

// Frames are not described: a caller would print "".
LINNET_EXPORT void __sanitizer_symbolize_pc(void*, const char*, char* text, std::size_t size) {
  if (size > 0) *text = 0;
}
LINNET_ALIAS(__sanitizer_symbolize_pc)
void __sanitizer_symbolize_global(void*, const char*, char* text, std::size_t size);

LINNET_EXPORT std::size_t __sanitizer_get_estimated_allocated_size(std::size_t size) {
  return size;
}

LINNET_EXPORT int __sanitizer_get_ownership(const volatile void* block) {
  const auto address = reinterpret_cast<std::uint64_t>(block);
  Arena::Block found;
  return Arena::covers(address) && Arena::look(address, found) == Arena::Freed::live;
}

LINNET_EXPORT std::size_t __sanitizer_get_allocated_size(const volatile void* block) {
  return malloc_usable_size(const_cast<void*>(block));
}

}  // namespace linnet::runtime
