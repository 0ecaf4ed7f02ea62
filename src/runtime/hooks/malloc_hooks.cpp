// malloc, free and their family, for the program; new and delete of libstdc++ come here too.
//
// An allocation is no step: its address depends only on the thread. A free is a write of the whole block, and
// a separate step whenever another thread lives: that thread may be about to access the block, and both
// orders have to be explored. This adds no traces if the program is right, since whatever another thread did
// with the block is then ordered before the free by other means.
//
// Allocations of libc and of ours (recognised by the caller's address) stay on libc's heap.
#include <malloc.h>

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/atomic_step.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/memory/module.hpp"

namespace linnet::runtime {
namespace {

constexpr std::size_t kUsualAlignment = 16;

// States that differ only in how often a thread repeated a loop have to be the same.
std::uint32_t moment_of(const Thread& thread) {
  const bool untold = current.execution != nullptr && current.execution->options().states_are_compared;
  return untold ? 0 : thread.calls.moment();
}

// Whether libc or we ask for it: what they allocate for the program is in no copy of it.
bool is_of_ground(const void* pc) {
  if (!is_ground_code(pc)) [[likely]]
    return false;
  if (scheduled()) current.execution->cannot_be_copied();
  return true;
}

// What libc's allocator asks of the kernel is no call of the program: to answer it as one may need memory, in the midst of the allocator.
template <typename Function, typename... Arguments>
auto on_heap_of_libc(Function function, Arguments... arguments) {
  const OutsideProgram outside;
  return function(arguments...);
}

// A request for more memory than any machine has makes the execution wrong, whatever would be returned.
void check_possible(std::size_t count, std::size_t size, std::size_t alignment, const void* pc) {
  std::size_t total = 0;
  const bool too_much = __builtin_mul_overflow(count, size, &total) || total > PTRDIFF_MAX;
  if ((too_much || !std::has_single_bit(alignment)) && scheduled()) [[unlikely]]
    fail(BadAllocation{size, count, alignment}, pc);
}

void* allocate_anything(std::size_t size, std::size_t alignment, const void* pc) {
  check_possible(1, size, alignment, pc);
  Thread& thread = self();
  if (!thread.arena.settled()) thread.arena.settle(thread.number);
  if (const void* place = std::exchange(thread.asks_for_block, nullptr)) pc = place;
  void* block = thread.arena.allocate(size, alignment, {address_of(pc), thread.number, moment_of(thread)});
  if (!scheduled()) return block;
  if (block == nullptr) {
    if (size <= Arena::kStride / 2) fail(LimitReached{Limit::memory}, pc);
    errno = ENOMEM;
    return nullptr;
  }
  ++thread.progress;
  return block;
}

void* allocate(std::size_t size, std::size_t alignment, const void* pc) {
  void* block = allocate_anything(size, alignment, pc);
  if (block != nullptr) Arena::fill(block, size);
  return block;
}

Arena::Block live_block(std::uint64_t address, const void* pc) {
  Arena::Block block{};
  switch (Arena::look(address, block)) {
    case Arena::Freed::live: break;
    case Arena::Freed::already_freed: fail(MemoryMisuse{.kind = Misuse::double_free, .address = address}, pc);
    case Arena::Freed::never_allocated:
      fail(MemoryMisuse{.kind = Misuse::invalid_free, .address = address}, pc);
  }
  return block;
}

// REQUIRES: Arena::covers(address).
void release(std::uint64_t address, const void* pc) {
  Thread& thread = self();
  if (!scheduled()) {
    Arena::Block block{};
    if (Arena::look(address, block) == Arena::Freed::live) thread.arena.release(block, true);
    return;
  }
  Arena::Block block = live_block(address, pc);
  const auto size = static_cast<std::uint32_t>(block.size == 0 ? 1 : block.size);
  if (current.graph != nullptr) {
    // It is known without trying both orders whether an access is ordered before the free.
    current.graph->overwritten(self(), address, size);
  } else if (!current.execution->is_alone(self())) {
    current.execution->next_step(thread, address_of(pc), Drains::no).touch(address, size, true);
    current.execution->take_turn(thread);
    block = live_block(address, pc);  // other threads ran
  }
  ++thread.progress;
  if (current.races != nullptr) {
    current.races->freed(thread, {address, size, true}, address_of(pc));
  }
  thread.arena.release(block, current.execution->options().allocation == AllocationPolicy::reuse);
}

void release_any(void* block, const void* pc) {
  if (block == nullptr) return;
  if (Arena::covers(address_of(block))) {
    release(address_of(block), pc);
  } else if (scheduled() && self().on_own_stack(address_of(block))) {
    fail(MemoryMisuse{.kind = Misuse::invalid_free, .address = address_of(block)}, pc);
  } else {
    on_heap_of_libc(__libc_free, block);
  }
}

void* reallocate(void* block, std::size_t size, const void* pc) {
  Arena::Block old{};
  if (Arena::look(address_of(block), old) != Arena::Freed::live) {
    release(address_of(block), pc);  // this reports what is wrong
    return nullptr;
  }
  void* fresh = allocate(size, kUsualAlignment, pc);
  if (fresh == nullptr) return nullptr;
  std::memcpy(fresh, block, old.size < size ? old.size : size);
  release(old.address, pc);
  return fresh;
}

void* reallocate_any(void* block, std::size_t size, const void* pc) {
  if (Arena::covers(address_of(block))) return reallocate(block, size, pc);
  if (block != nullptr || is_of_ground(pc)) return on_heap_of_libc(__libc_realloc, block, size);
  return allocate(size, kUsualAlignment, pc);
}

bool product_overflows(std::size_t count, std::size_t size, std::size_t& product, const void* pc) {
  if (!__builtin_mul_overflow(count, size, &product)) return false;
  check_possible(count, size, kUsualAlignment, pc);
  errno = ENOMEM;
  return true;
}

}  // namespace

LINNET_EXPORT void* malloc(std::size_t size) {
  return is_of_ground(LINNET_PC) ? on_heap_of_libc(__libc_malloc, size)
                                 : allocate(size, kUsualAlignment, LINNET_PC);
}

LINNET_EXPORT void* calloc(std::size_t count, std::size_t size) {
  if (is_of_ground(LINNET_PC)) return on_heap_of_libc(__libc_calloc, count, size);
  std::size_t total;
  if (product_overflows(count, size, total, LINNET_PC)) return nullptr;
  void* block = allocate_anything(total, kUsualAlignment, LINNET_PC);
  return block == nullptr ? nullptr : std::memset(block, 0, total);
}

LINNET_EXPORT void* realloc(void* block, std::size_t size) {
  return reallocate_any(block, size, LINNET_PC);
}

LINNET_EXPORT void* reallocarray(void* block, std::size_t count, std::size_t size) {
  std::size_t total;
  return product_overflows(count, size, total, LINNET_PC) ? nullptr : reallocate_any(block, total, LINNET_PC);
}

LINNET_EXPORT void free(void* block) {
  release_any(block, LINNET_PC);
}

LINNET_ALIAS(free) void cfree(void* block) noexcept;

LINNET_EXPORT void* memalign(std::size_t alignment, std::size_t size) {
  return is_of_ground(LINNET_PC) ? on_heap_of_libc(__libc_memalign, alignment, size)
                                 : allocate(size, alignment, LINNET_PC);
}

LINNET_ALIAS(memalign) void* aligned_alloc(std::size_t alignment, std::size_t size);

LINNET_EXPORT void* valloc(std::size_t size) {
  return allocate(size, 4096, LINNET_PC);
}

LINNET_EXPORT int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (!is_ground_code(LINNET_PC)) check_possible(1, size, alignment, LINNET_PC);
  if (alignment < sizeof(void*) || !std::has_single_bit(alignment)) return EINVAL;
  *result = is_of_ground(LINNET_PC) ? on_heap_of_libc(__libc_memalign, alignment, size)
                                    : allocate(size, alignment, LINNET_PC);
  return *result == nullptr ? ENOMEM : 0;
}

LINNET_EXPORT std::size_t malloc_usable_size(void* block) {
  Arena::Block found{};
  if (block == nullptr) return 0;
  if (!Arena::covers(address_of(block))) return LINNET_REAL(malloc_usable_size)(block);
  return Arena::look(address_of(block), found) == Arena::Freed::live ? found.size : 0;
}

// libc would allocate these on its own heap, at addresses that depend on all threads.
LINNET_EXPORT char* strndup(const char* text, std::size_t most) {
  const std::size_t length = strnlen(text, most);
  auto* copy = static_cast<char*>(allocate(length + 1, 1, LINNET_PC));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

LINNET_EXPORT char* strdup(const char* text) {
  return strndup(text, std::strlen(text));
}

}  // namespace linnet::runtime
