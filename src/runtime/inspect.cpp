// Inspects threads, heap and memory of the program.
#include "runtime/inspect.hpp"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/fibers/thread_table.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/memory/arena.hpp"
#include "runtime/persistence/persistent_heap.hpp"

namespace linnet::runtime {

namespace {

constexpr ThreadNumber kThreadsLookedAt = 256;  // how many are searched

const Thread* owner_of_stack(std::uint64_t address) {
  for (ThreadNumber number = 0; number < kThreadsLookedAt; ++number) {
    const Thread* thread = find_thread(number);
    if (thread != nullptr && thread->on_own_stack(address)) return thread;
  }
  return nullptr;
}

// Before the first execution, calls were not those that the thread remembers.
CallStack asked_for_at(const Arena::Block& block) {
  const Thread* thread = find_thread(block.origin.thread);
  if (thread == nullptr || thread->arena.below_mark().contains(block.address)) return {block.origin.pc};
  return thread->calls.innermost_first_at(block.origin.calls, block.origin.pc);
}

}  // namespace

PendingStep pending_step(ThreadNumber number) {
  const Thread* thread = find_thread(number);
  if (thread == nullptr) return {};
  PendingStep pending{thread->calls.innermost_first(thread->pc), std::nullopt, thread->may_crash,
                      thread->looks, thread->calls.moment()};
  if (thread->enabled != nullptr) pending.waits_for = thread->waits_for;
  return pending;
}

std::optional<HeapBlock> heap_block(std::uint64_t address) {
  if (const auto persistent = persistent_heap().block_at(address))
    return HeapBlock{persistent->address, persistent->size, false};
  if (!Arena::covers(address) || !peek(address, 1)) return std::nullopt;
  const Arena::Block block = Arena::nearest_block(address);
  if (block.address == 0 || address - block.address >= std::max<std::uint64_t>(block.size, 1))
    return std::nullopt;
  Arena::Block found{};
  if (Arena::look(block.address, found) == Arena::Freed::already_freed)
    return HeapBlock{block.address, block.size, true};
  return HeapBlock{block.address, block.size, false, block.origin.thread, asked_for_at(block)};
}

// Searches the stack for return addresses, from the outermost call on: the shadow stack does not say where
// they lie.
std::optional<StackFrame> frame_of(std::uint64_t address, std::optional<ThreadNumber> running,
                                   const CallStack& where) {
  constexpr std::uint64_t kFarthest = 1 << 16;  // from the start of the stack: deep recursions have no names
  const Thread* owner = owner_of_stack(address);
  if (owner == nullptr || owner->stack_high - address > kFarthest) return std::nullopt;
  const CallStack calls = owner->number == running ? where : owner->calls.innermost_first(owner->pc);
  std::optional<StackFrame> found;
  std::uint64_t at = owner->stack_high;
  for (std::size_t i = calls.size(); i > 1; --i) {
    do at -= sizeof at;
    while (at > address && peek(at, sizeof at) != calls[i - 1]);
    if (at <= address) break;
    found = StackFrame{address, calls[i - 2], at + sizeof at};
  }
  return found;
}

std::vector<StackRange> stacks() {
  std::vector<StackRange> all;
  for (ThreadNumber number = 0; number < kThreadsLookedAt; ++number) {
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
