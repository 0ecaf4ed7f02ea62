// Finds out exactly what is wrong with an access.
#include "runtime/hooks/memory_misuse.hpp"

namespace linnet::runtime {
namespace {

[[noreturn]] void misused(Misuse kind, std::uint64_t address, std::uint64_t size, const void* pc) {
  const Arena::Block block = Arena::covers(address) ? Arena::nearest_block(address) : Arena::Block{};
  fail(MemoryMisuse{.kind = kind,
                    .address = address,
                    .size = static_cast<std::uint32_t>(size),
                    .block = block.address,
                    .block_size = block.size},
       pc);
}

}  // namespace

void check_in_heap(std::uint64_t address, std::uint64_t size, const void* pc) {
  if (!scheduled() || size == 0) return;
  switch (Arena::whereabouts(address, size)) {
    case Arena::Whereabouts::in_block: return;
    case Arena::Whereabouts::in_freed_block: misused(Misuse::use_after_free, address, size, pc);
    case Arena::Whereabouts::beside_block: misused(Misuse::heap_overflow, address, size, pc);
  }
}

void read_unwritten(std::uint64_t address, std::uint64_t size, const void* pc) {
  misused(Misuse::uninitialized_read, address, size, pc);
}

// The saved stack pointer of a waiting thread: functions below it have ended.
void check_on_stack_of_another(std::uint64_t address, std::uint64_t size, const void* pc) {
  if (!scheduled()) return;
  const Thread* const owner = thread_of_stack(address);
  if (owner == nullptr || !owner->own_stack.contains(address)) return;
  const auto live = reinterpret_cast<std::uint64_t>(owner->fiber.stack_pointer);
  const bool ended = owner->finished || !owner->started;
  if (ended || (owner->on_own_stack(live) && address < live))
    misused(Misuse::use_after_return, address, size, pc);
}

}  // namespace linnet::runtime
