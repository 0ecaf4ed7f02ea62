// Persistent memory: data that outlives a crash, and the functions that make sure that it does.
//
//   struct Counter {
//     std::atomic<int> value{0};
//     void increment() {
//       value.fetch_add(1);
//       linnet::persist(&value);          // without this, a crash may undo what was promised
//     }
//   };
//   LINNET_TEST(counter) {
//     linnet::object<Counter>()
//         .operation("inc", &Counter::increment)
//         .operation("get", [](Counter& c) { return c.value.load(); })
//         .recover([](Counter&) {})       // what the program does first after a crash
//         .spec("counter")
//         .scenario("inc() | inc() ; get()");
//   }
//
// An object with `.recover` lives in persistent memory. Linnet crashes the machine wherever that makes a
// difference, tries every content of memory that an x86 cache may leave behind, calls the recovery, and runs
// the scenario's final part: docs/crashes.md. The persistence functions of libpmem and the intrinsics
// (_mm_clwb, _mm_sfence, ...) work as well.
//
// In a program that is not run by Linnet, flushes and fences are the machine's own, and the memory is
// ordinary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

extern "C" {
__attribute__((weak)) void* linnet_persistent_allocate(std::size_t size, std::size_t alignment);
__attribute__((weak)) void* linnet_persistent_region(const char* name, std::size_t size);
__attribute__((weak)) void linnet_clwb(const void* address);
__attribute__((weak)) void linnet_clflush(const void* address);
__attribute__((weak)) void linnet_sfence(void);
}

namespace linnet {

inline constexpr std::size_t kCacheLine = 64;

// Begins to write back the cache lines of these bytes, as they are now. The write-back is complete after the
// next fence() of the same thread.
inline void flush(const void* address, std::size_t size) {
  const auto first = reinterpret_cast<std::uintptr_t>(address) & ~(kCacheLine - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(address) + size;
  for (std::uintptr_t line = first; line < end; line += kCacheLine) {
    if (linnet_clwb != nullptr) {
      linnet_clwb(reinterpret_cast<const void*>(line));
    } else {
#if defined(__x86_64__)
      __asm__ volatile("clflush %0" : : "m"(*reinterpret_cast<const char*>(line)) : "memory");
#endif
    }
  }
}
template <class T>
void flush(const T* object) {
  flush(object, sizeof(T));
}

inline void fence() {
  if (linnet_sfence != nullptr) {
    linnet_sfence();
  } else {
#if defined(__x86_64__)
    __asm__ volatile("sfence" : : : "memory");
#endif
  }
}

inline void persist(const void* address, std::size_t size) {
  flush(address, size);
  fence();
}
template <class T>
void persist(const T* object) {
  persist(object, sizeof(T));
}

// Memory that outlives crashes. It is zero at first, and shares no cache line with other memory. It is never
// freed: the allocator of a real program would need a recovery itself.
inline void* persistent_allocate(std::size_t size, std::size_t alignment = kCacheLine) {
  if (linnet_persistent_allocate != nullptr) return linnet_persistent_allocate(size, alignment);
  if (alignment < kCacheLine) alignment = kCacheLine;
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

template <class T, class... Arguments>
T* make_persistent(Arguments&&... arguments) {
  return new (persistent_allocate(sizeof(T), alignof(T))) T(std::forward<Arguments>(arguments)...);
}

// For programs with their own main, which is run again after a crash: returns the region of that name, which
// is the same before and after the crash.
template <class T>
T& persistent_root(const char* name = "root") {
  static_assert(alignof(T) <= kCacheLine);
  if (linnet_persistent_region != nullptr) return *static_cast<T*>(linnet_persistent_region(name, sizeof(T)));
  static T* const only = static_cast<T*>(persistent_allocate(sizeof(T)));
  return *only;
}

}  // namespace linnet
