// Looks into threads, heap and memory of the program.
#include "runtime/inspect.hpp"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/fibers/thread_table.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/memory/arena.hpp"
#include "runtime/persistence/persistent_heap.hpp"

namespace linnet::runtime {

PendingStep pending_step(ThreadNumber number) {
  const Thread* thread = find_thread(number);
  if (thread == nullptr) return {};
  PendingStep pending{thread->calls.innermost_first(thread->pc), std::nullopt, thread->may_crash,
                      thread->looks};
  if (thread->enabled != nullptr) pending.waits_for = thread->waits_for;
  return pending;
}

std::optional<HeapBlock> heap_block(std::uint64_t address) {
  constexpr std::uint64_t kGranule = 16;
  constexpr std::uint64_t kFarthest = 1 << 16;
  if (const auto persistent = persistent_heap().block_at(address))
    return HeapBlock{persistent->address, persistent->size, false};
  if (!Arena::covers(address) || !peek(address, 1)) return std::nullopt;
  const std::uint64_t last = address & ~(kGranule - 1);
  for (std::uint64_t back = 0; back < kFarthest; back += kGranule) {
    const std::uint64_t start = last - back;
    if (!peek(start - kGranule, 1)) return std::nullopt;
    Arena::Block block{};
    switch (Arena::look(start, block)) {
      case Arena::Freed::live:
        if (address >= start + block.size) return std::nullopt;
        return HeapBlock{start, block.size, false};
      case Arena::Freed::already_freed: return HeapBlock{start, 0, true};
      case Arena::Freed::never_allocated: break;
    }
  }
  return std::nullopt;
}

std::vector<StackRange> stacks() {
  constexpr ThreadNumber kMost = 256;
  std::vector<StackRange> all;
  for (ThreadNumber number = 0; number < kMost; ++number) {
    if (const Thread* thread = find_thread(number))
      all.push_back({number, thread->stack_low, thread->stack_high});
  }
  return all;
}

std::optional<ThreadNumber> thread_identified_by(std::uint64_t address) {
  const Thread* thread = find_thread(static_cast<pthread_t>(address));
  return thread == nullptr ? std::nullopt : std::optional(thread->number);
}

std::optional<std::uint64_t> peek(std::uint64_t address, std::uint32_t size) {
  std::uint64_t value = 0;
  iovec to{&value, size};
  iovec from{reinterpret_cast<void*>(address), size};
  const long got = raw_syscall(SYS_process_vm_readv, getpid(), reinterpret_cast<long>(&to), 1,
                               reinterpret_cast<long>(&from), 1, 0);
  if (got != static_cast<long>(size)) return std::nullopt;
  return value;
}

}  // namespace linnet::runtime
