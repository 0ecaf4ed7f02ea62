// Persistent memory as programs use it: our own functions (include/linnet/persistent.hpp), the functions to
// which the intrinsics are mapped (include/linnet/intrinsics), and libpmem's functions.
#include <cstring>

#include "runtime/hooks/export.hpp"
#include "runtime/races/plain_access.hpp"

namespace linnet::runtime {
namespace {

// These are declared in libpmem.h.
constexpr unsigned kNoDrain = 1 << 0;
constexpr unsigned kNoFlush = 1 << 5;

bool watched() {
  return scheduled() && current.persistence != nullptr;
}

template <class Take>
void* from_heap(Take take, const void* pc) {
  void* block;
  if (scheduled()) current.execution->cannot_be_copied();
  {
    const OutsideProgram outside;
    block = take(persistent_heap(), self().number);
  }
  if (block == nullptr && scheduled()) fail(LimitReached{Limit::memory}, pc);
  return block;
}

void* region(const char* name, std::size_t size, const void* pc) {
  return from_heap([&](PersistentHeap& heap, ThreadNumber t) { return heap.region(t, name, size); }, pc);
}

void flush(const void* address, std::size_t size, const void* pc) {
  if (!watched()) return;
  const std::uint64_t end = address_of(address) + size;
  for (std::uint64_t line = CacheLines::line_of(address_of(address)); line < end; line += CacheLines::kSize) {
    current.persistence->flush(self(), line, address_of(pc));
  }
}

void fence(const void* pc) {
  if (watched()) current.persistence->fence(self(), address_of(pc));
}

// Makes the stored bytes persistent, as far as the flags say.
void* persist(void* stored, std::size_t size, unsigned flags, const void* pc) {
  if ((flags & kNoFlush) == 0) flush(stored, size, pc);
  if ((flags & (kNoFlush | kNoDrain)) == 0) fence(pc);
  return stored;
}

void* copy(void* to, const void* from, std::size_t size, unsigned flags, const void* pc) {
  if (size != 0) {
    plain_read(from, static_cast<std::uint32_t>(size), pc);
    plain_write(to, static_cast<std::uint32_t>(size), pc);
    std::memmove(to, from, size);
  }
  return persist(to, size, flags, pc);
}

void* fill(void* to, int value, std::size_t size, unsigned flags, const void* pc) {
  if (size != 0) plain_write(to, static_cast<std::uint32_t>(size), pc);
  return persist(std::memset(to, value, size), size, flags, pc);
}

}  // namespace

LINNET_EXPORT void* linnet_persistent_allocate(std::size_t size, std::size_t alignment) {
  if (scheduled()) ++self().progress;
  return from_heap([&](PersistentHeap& heap, ThreadNumber t) { return heap.allocate(t, size, alignment); },
                   LINNET_PC);
}

LINNET_EXPORT void* linnet_persistent_region(const char* name, std::size_t size) {
  return region(name, size, LINNET_PC);
}

LINNET_EXPORT void linnet_clwb(const void* address) {
  flush(address, 1, LINNET_PC);
}

LINNET_EXPORT void linnet_clflush(const void* address) {
  if (watched()) current.persistence->flush_at_once(self(), address_of(address), address_of(LINNET_PC));
}

LINNET_EXPORT void linnet_sfence() {
  fence(LINNET_PC);
}

// A store past the cache: a store and a flush.
LINNET_EXPORT void linnet_stream(void* to, const void* from, std::size_t size) {
  copy(to, from, size, kNoDrain, LINNET_PC);
}

LINNET_EXPORT void pmem_persist(const void* address, std::size_t size) {
  flush(address, size, LINNET_PC);
  fence(LINNET_PC);
}

LINNET_EXPORT int pmem_msync(const void* address, std::size_t size) {
  flush(address, size, LINNET_PC);
  fence(LINNET_PC);
  return 0;
}

LINNET_EXPORT void pmem_flush(const void* address, std::size_t size) {
  flush(address, size, LINNET_PC);
}

LINNET_EXPORT void pmem_drain() {
  fence(LINNET_PC);
}

LINNET_EXPORT int pmem_has_hw_drain() {
  return 0;
}

LINNET_ALIAS(pmem_has_hw_drain) int pmem_has_auto_flush();

LINNET_EXPORT int pmem_is_pmem(const void* address, std::size_t) {
  return PersistentHeap::covers(address_of(address)) ? 1 : 0;
}

// Returns the region of that name; there is no file.
LINNET_EXPORT void* pmem_map_file(const char* path, std::size_t size, int, unsigned, std::size_t* mapped,
                                  int* is_persistent) {
  if (mapped != nullptr) *mapped = size;
  if (is_persistent != nullptr) *is_persistent = 1;
  return region(path, size, LINNET_PC);
}

LINNET_EXPORT int pmem_unmap(void*, std::size_t) {
  return 0;
}

#define LINNET_PMEM_COPY(name)                                                                    \
  LINNET_EXPORT void* pmem_##name(void* to, const void* from, std::size_t size, unsigned flags) { \
    return copy(to, from, size, flags, LINNET_PC);                                                \
  }                                                                                               \
  LINNET_EXPORT void* pmem_##name##_persist(void* to, const void* from, std::size_t size) {       \
    return copy(to, from, size, 0, LINNET_PC);                                                    \
  }                                                                                               \
  LINNET_EXPORT void* pmem_##name##_nodrain(void* to, const void* from, std::size_t size) {       \
    return copy(to, from, size, kNoDrain, LINNET_PC);                                             \
  }

LINNET_PMEM_COPY(memcpy)
LINNET_PMEM_COPY(memmove)

LINNET_EXPORT void* pmem_memset(void* to, int value, std::size_t size, unsigned flags) {
  return fill(to, value, size, flags, LINNET_PC);
}

LINNET_EXPORT void* pmem_memset_persist(void* to, int value, std::size_t size) {
  return fill(to, value, size, 0, LINNET_PC);
}

LINNET_EXPORT void* pmem_memset_nodrain(void* to, int value, std::size_t size) {
  return fill(to, value, size, kNoDrain, LINNET_PC);
}

}  // namespace linnet::runtime
