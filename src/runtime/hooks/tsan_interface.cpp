// What a program itself tells the race detector: <sanitizer/tsan_interface.h> and the dynamic annotations.
//
// They order memory, or say what is to be ignored. None of them is a step: a lock that is only annotated is
// not scheduled, but its atomics are.
#include <cstdlib>
#include <cstring>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/races/plain_access.hpp"

namespace linnet::runtime {
namespace {

// Separate from what atomics and locks at the same address release. Readers are not ordered among each other.
const void* told(const volatile void* object) {
  return reinterpret_cast<const void*>(address_of(object) | std::uint64_t{1} << 59);
}
const void* told_by_readers(const volatile void* object) {
  return reinterpret_cast<const void*>(address_of(object) | std::uint64_t{1} << 58);
}

void locked(const void* lock, bool writes) {
  if (!scheduled()) return;
  if (current.graph != nullptr) fail_unsupported("an annotation that orders, under a memory model", nullptr);
  acquired(told(lock));
  if (writes) acquired(told_by_readers(lock));
}

void unlocking(const void* lock, bool writes) {
  if (scheduled()) releasing(writes ? told(lock) : told_by_readers(lock));
}

void ignore_accesses(int more) {
  self().ignored_accesses += static_cast<std::uint32_t>(more);
}
void ignore_order(int more) {
  self().ignored_order += static_cast<std::uint32_t>(more);
}

// Inside an annotated lock its own accesses are ignored; its annotations say what it orders.
void enter_lock() {
  ignore_accesses(1);
  ignore_order(1);
}
void leave_lock() {
  ignore_accesses(-1);
  ignore_order(-1);
}

// The flags of tsan_interface.h.
constexpr unsigned kReads = 1 << 3;
constexpr unsigned kFailed = 1 << 5;

}  // namespace

LINNET_EXPORT void __tsan_acquire(void* object) {
  locked(object, false);
}
LINNET_EXPORT void __tsan_release(void* object) {
  unlocking(object, true);
}

LINNET_EXPORT void __tsan_mutex_create(void*, unsigned) {}
LINNET_EXPORT void __tsan_mutex_destroy(void*, unsigned) {}
LINNET_EXPORT void __tsan_mutex_pre_lock(void*, unsigned) {
  enter_lock();
}
LINNET_EXPORT void __tsan_mutex_post_lock(void* lock, unsigned flags, int) {
  leave_lock();
  if ((flags & kFailed) == 0) locked(lock, (flags & kReads) == 0);
}
// Returns how often it was locked; the lock itself handles recursion.
LINNET_EXPORT int __tsan_mutex_pre_unlock(void* lock, unsigned flags) {
  unlocking(lock, (flags & kReads) == 0);
  enter_lock();
  return 1;
}
LINNET_EXPORT void __tsan_mutex_post_unlock(void*, unsigned) {
  leave_lock();
}
LINNET_EXPORT void __tsan_mutex_pre_signal(void*, unsigned) {
  enter_lock();
}
LINNET_EXPORT void __tsan_mutex_post_signal(void*, unsigned) {
  leave_lock();
}
// From inside the lock back to the program, for a condition that it evaluates, and in again.
LINNET_EXPORT void __tsan_mutex_pre_divert(void*, unsigned) {
  leave_lock();
}
LINNET_EXPORT void __tsan_mutex_post_divert(void*, unsigned) {
  enter_lock();
}

LINNET_EXPORT void AnnotateHappensBefore(const char*, int, void* object) {
  unlocking(object, true);
}
LINNET_EXPORT void AnnotateHappensAfter(const char*, int, void* object) {
  locked(object, false);
}
LINNET_ALIAS(AnnotateHappensBefore) void WTFAnnotateHappensBefore(const char*, int, void* object);
LINNET_ALIAS(AnnotateHappensAfter) void WTFAnnotateHappensAfter(const char*, int, void* object);

LINNET_EXPORT void AnnotateRWLockAcquired(const char*, int, void* lock, long writes) {
  locked(lock, writes != 0);
}
LINNET_EXPORT void AnnotateRWLockReleased(const char*, int, void* lock, long writes) {
  unlocking(lock, writes != 0);
}

// As in libtsan, reads and writes are ignored together.
LINNET_EXPORT void __tsan_ignore_thread_begin() {
  ignore_accesses(1);
}
LINNET_EXPORT void __tsan_ignore_thread_end() {
  ignore_accesses(-1);
}
LINNET_ALIAS(__tsan_ignore_thread_begin) void AnnotateIgnoreReadsBegin();
LINNET_ALIAS(__tsan_ignore_thread_end) void AnnotateIgnoreReadsEnd();
LINNET_ALIAS(__tsan_ignore_thread_begin) void AnnotateIgnoreWritesBegin();
LINNET_ALIAS(__tsan_ignore_thread_end) void AnnotateIgnoreWritesEnd();
LINNET_EXPORT void AnnotateIgnoreSyncBegin(const char*, int) {
  ignore_order(1);
}
LINNET_EXPORT void AnnotateIgnoreSyncEnd(const char*, int) {
  ignore_order(-1);
}

LINNET_EXPORT void AnnotateBenignRaceSized(const char*, int, void* location, std::size_t size, const char*) {
  const std::uint64_t low = address_of(location);
  if (scheduled()) {
    if (current.races != nullptr) current.races->add_benign({low, low + size});
  } else {
    benign_races_of_constructors().push_back({low, low + size});
  }
}
LINNET_ALIAS(AnnotateBenignRaceSized)
void WTFAnnotateBenignRaceSized(const char*, int, void* location, std::size_t size, const char*);
LINNET_EXPORT void AnnotateBenignRace(const char* file, int line, void* location, const char* why) {
  AnnotateBenignRaceSized(file, line, location, 1, why);
}

// Stacks that the program switches itself. A thread stays one thread whichever of them it runs; a fiber that
// continues in another thread takes its happens-before order with it.
LINNET_EXPORT void* __tsan_get_current_fiber() {
  Thread& thread = self();
  return thread.fiber_of_program == nullptr ? &thread : thread.fiber_of_program;
}
LINNET_EXPORT void* __tsan_create_fiber(unsigned) {
  return malloc(1);
}
LINNET_EXPORT void __tsan_destroy_fiber(void* fiber) {
  free(fiber);
}
LINNET_EXPORT void __tsan_switch_to_fiber(void* fiber, unsigned) {
  unlocking(__tsan_get_current_fiber(), true);
  self().fiber_of_program = fiber;
  locked(fiber, false);
}

// Accesses to an object as a whole, which a library reports for its callers.
LINNET_EXPORT void __tsan_external_read(void* object, void* caller, void*) {
  plain_read(object, 1, caller);
}
LINNET_EXPORT void __tsan_external_write(void* object, void* caller, void*) {
  plain_write(object, 1, caller);
}

// Hooks of compilers that pass the place of the access.
#define LINNET_PLAIN_AT(size)                                                  \
  LINNET_EXPORT void __tsan_read##size##_pc(void* location, const void* pc) {  \
    plain_read(location, size, pc);                                            \
  }                                                                            \
  LINNET_EXPORT void __tsan_write##size##_pc(void* location, const void* pc) { \
    plain_write(location, size, pc);                                           \
  }
LINNET_PLAIN_AT(1)
LINNET_PLAIN_AT(2)
LINNET_PLAIN_AT(4)
LINNET_PLAIN_AT(8)
LINNET_PLAIN_AT(16)
LINNET_EXPORT void __tsan_read_range_pc(void* location, std::size_t size, const void* pc) {
  plain_read(location, static_cast<std::uint32_t>(size), pc);
}
LINNET_EXPORT void __tsan_write_range_pc(void* location, std::size_t size, const void* pc) {
  plain_write(location, static_cast<std::uint32_t>(size), pc);
}

#define LINNET_UNALIGNED(bits)                                                                      \
  LINNET_EXPORT std::uint##bits##_t __sanitizer_unaligned_load##bits(const void* location) {        \
    plain_read(location, bits / 8, LINNET_PC);                                                      \
    std::uint##bits##_t value;                                                                      \
    std::memcpy(&value, location, sizeof value);                                                    \
    return value;                                                                                   \
  }                                                                                                 \
  LINNET_EXPORT void __sanitizer_unaligned_store##bits(void* location, std::uint##bits##_t value) { \
    plain_write(location, bits / 8, LINNET_PC);                                                     \
    std::memcpy(location, &value, sizeof value);                                                    \
  }
LINNET_UNALIGNED(16)
LINNET_UNALIGNED(32)
LINNET_UNALIGNED(64)

}  // namespace linnet::runtime
