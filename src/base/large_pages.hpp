// Puts memory into large pages, if the system has them: gigabytes that are accessed all over cost a tenth of
// the faults, and address translation is faster.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace linnet {

// A hint to the system, which it follows for the whole pages among these bytes. It helps only while nothing
// there is in use.
inline void advise_large_pages(void* memory, std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) & ~(kPage - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(kPage - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

// Reserves room for this many items. Room that is reserved and not used costs nothing.
template <class T>
void reserve_large_pages(std::vector<T>& items, std::size_t count) {
  items.reserve(count);
  advise_large_pages(items.data(), items.capacity() * sizeof(T));
}

}  // namespace linnet
