// __tsan_*, except atomics and memory functions: plain and volatile accesses, function entry and exit.
//
// Every hook comes before its access, which follows natively when the hook returns.
#include <bit>
#include <cstdio>

#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/export.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/races/plain_access.hpp"

extern "C" FILE* _IO_list_all;  // libc's: all open files

namespace linnet::runtime {

// An access that races is an event, and ends nothing.
void overwrite_atomics(const volatile void* location, std::uint32_t size, const void* pc) {
  if (!scheduled() || (current.races != nullptr && current.races->is_step(address_of(pc)))) return;
  current.graph->overwritten(self(), address_of(location), size);
}

void read_persistent(const volatile void* location, std::uint32_t size, const void* pc) {
  if (scheduled()) look_at_persistent(location, size, pc);
}

// A store to persistent memory is a step, plain or not: its order with the flushes of other threads matters.
void write_persistent(const volatile void* location, std::uint32_t size, const void* pc) {
  if (!scheduled() || !PersistentHeap::covers(address_of(location))) return;
  Thread& thread = self();
  look_at_persistent(location, size, pc);
  const Access access{address_of(location), size, true};
  if (!current.execution->is_alone(thread)) {
    touch(current.execution->next_step(thread, address_of(pc), Drains::no), location, size, true);
    take_turn();
  }
  current.persistence->storing(thread, access, address_of(pc));
}

void observe_plain(const volatile void* location, std::uint32_t size, bool writes, const void* pc) {
  if (!scheduled()) return;
  const Access access{address_of(location), size, writes};
  if (current.graph != nullptr) current.graph->settle(self());
  if (current.races->is_step(address_of(pc))) {
    current.execution->next_step(self(), address_of(pc)).touch(access.address, size, writes);
    if (!writes && linnet_caller.return_address == address_of(pc)) {
      current.execution->take_turn_or_spin(self(), access.address);
    } else {
      take_turn();
    }
    check_access(access.address, size, pc);
    if (current.graph != nullptr) current.graph->plain_access(self(), access, address_of(pc));
  }
  if (self().ignored_accesses == 0) [[likely]]
    current.races->plain(self(), access, address_of(pc));
}

namespace {

bool plain_loop_is_over(const Thread& thread) {
  return thread.loop.would_differ();
}

// A number that changes after everything that the thread does except plain accesses of its stack. The buffers
// of open files in libc are not the program's memory.
std::uint64_t effects_of(const Thread& thread) {
  std::uint64_t effects = thread.effects() + thread.drawn;
  for (const FILE* file = _IO_list_all; file != nullptr; file = file->_chain)
    effects += address_of(file->_IO_read_ptr) + address_of(file->_IO_write_ptr);
  return effects;
}

// Lets other threads have their turn, as far as the strategy allows.
void give_way(const void* pc) {
  next_step(pc).gives_way = true;
  take_turn();
}

void wait_for_plain_change(const Access& read, const void* pc) {
  next_step(pc).wait_for_change(0);
  take_turn_when(plain_loop_is_over, WaitsFor::spin_loop, reinterpret_cast<const void*>(read.address));
}

}  // namespace

void look_for_plain_loop(const volatile void* location, std::uint32_t size, const void* pc) {
  Thread& thread = self();
  const bool notes_always = current.races != nullptr && current.races->has_steps();
  const bool state_is_known = linnet_notes_plain_reads && linnet_caller.return_address == address_of(pc);
  if (!scheduled()) return;
  const Access read{address_of(location), size, false};
  const std::uint32_t reads = thread.plain_reads;
  if (reads == PlainLoop::kGiveWay) {
    give_way(pc);
  } else if (reads >= PlainLoop::kFirstLook && std::has_single_bit(reads)) {
    thread.loop.begin();
    linnet_notes_plain_reads = true;
  } else if (!linnet_notes_plain_reads || !thread.loop.is_looked_at()) {
    thread.loop.clear();
    linnet_notes_plain_reads = notes_always;
  } else if (thread.loop.comes_round(read, state_is_known, thread.stack_high, effects_of(thread))) {
    wait_for_plain_change(read, pc);
    thread.loop.clear();
  }
}

namespace {

// A volatile access is a separate step, but plain nevertheless, except in code that has its atomics in
// assembly.
void observe_volatile(const volatile void* location, std::uint32_t size, bool writes, const void* pc) {
  if (volatile_is_atomic())
    return observe(location, size, writes, writes ? AtomicKind::store : AtomicKind::load,
                   writes ? __ATOMIC_RELEASE : __ATOMIC_ACQUIRE, pc);
  if (writes && current.persistence != nullptr)
    current.persistence->storing(self(), {address_of(location), size, writes}, address_of(pc));
  if (current.races == nullptr || self().ignored_accesses != 0) return;
  current.races->plain(self(), {address_of(location), size, writes}, address_of(pc));
}

}  // namespace

LINNET_EXPORT void __tsan_init() {}

LINNET_EXPORT void __tsan_func_entry(void* return_address) {
  self().calls.enter(address_of(return_address));
}

LINNET_EXPORT void __tsan_func_exit() {
  self().calls.leave();
}

#define LINNET_PLAIN(prefix, size)                                       \
  extern "C" void linnet___tsan_##prefix##read##size(void* location) {   \
    plain_read(location, size, LINNET_PC);                               \
  }                                                                      \
  LINNET_EXPORT void __tsan_##prefix##write##size(void* location) {      \
    plain_write(location, size, LINNET_PC);                              \
  }                                                                      \
  LINNET_EXPORT void __tsan_##prefix##read_write##size(void* location) { \
    plain_read(location, size, LINNET_PC);                               \
    plain_write(location, size, LINNET_PC);                              \
  }

#define LINNET_VOLATILE(prefix, size)                                                                     \
  extern "C" void linnet___tsan_##prefix##volatile_read##size(void* location) {                           \
    if (!scheduled()) return;                                                                             \
    if (current.graph != nullptr && !volatile_is_atomic()) return plain_read(location, size, LINNET_PC);  \
    idle_step(location, size, false, {}, LINNET_PC);                                                      \
    observe_volatile(location, size, false, LINNET_PC);                                                   \
  }                                                                                                       \
  LINNET_EXPORT void __tsan_##prefix##volatile_write##size(void* location) {                              \
    if (!scheduled()) return;                                                                             \
    if (current.graph != nullptr && !volatile_is_atomic()) return plain_write(location, size, LINNET_PC); \
    busy_step(location, size, LINNET_PC, Drains::no);                                                     \
    observe_volatile(location, size, true, LINNET_PC);                                                    \
  }

LINNET_PLAIN(, 1)
LINNET_PLAIN(, 2)
LINNET_PLAIN(, 4)
LINNET_PLAIN(, 8)
LINNET_PLAIN(, 16)
LINNET_PLAIN(unaligned_, 2)
LINNET_PLAIN(unaligned_, 4)
LINNET_PLAIN(unaligned_, 8)
LINNET_PLAIN(unaligned_, 16)
LINNET_VOLATILE(, 1)
LINNET_VOLATILE(, 2)
LINNET_VOLATILE(, 4)
LINNET_VOLATILE(, 8)
LINNET_VOLATILE(, 16)
LINNET_VOLATILE(unaligned_, 2)
LINNET_VOLATILE(unaligned_, 4)
LINNET_VOLATILE(unaligned_, 8)
LINNET_VOLATILE(unaligned_, 16)

LINNET_EXPORT void __tsan_read_range(void* location, std::size_t size) {
  plain_read(location, static_cast<std::uint32_t>(size), LINNET_PC);
}

LINNET_EXPORT void __tsan_write_range(void* location, std::size_t size) {
  plain_write(location, static_cast<std::uint32_t>(size), LINNET_PC);
}

LINNET_EXPORT void __tsan_vptr_read(void** location) {
  plain_read(location, sizeof(void*), LINNET_PC);
}

LINNET_EXPORT void __tsan_vptr_update(void** location, void* value) {
  if (*location != value) plain_write(location, sizeof(void*), LINNET_PC);
}

}  // namespace linnet::runtime
