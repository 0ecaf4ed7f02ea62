// Numbers for paths of creation, and a place in memory for each number.
#include "runtime/fibers/thread_table.hpp"

#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>

#include <atomic>
#include <cassert>

#include "runtime/fibers/current.hpp"
#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

// Below each stack lies a part of its range that is never mapped: a stack that overflows ends there.
constexpr std::uint64_t kStackSize = StackRequest::kUsualStack;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kParkedFrames = 16 << 10;  // for the pthread itself, asleep above the fiber's stack

constinit Thread first_thread;
constinit Thread* table[kMostThreads] = {};

std::uint64_t map_stack(ThreadNumber number) {
  const std::uint64_t low = kStacksFirst + number * kStackStride + (kStackStride - kStackSize);
  map_at(low, kStackSize);
  return low;
}

struct Parking {
  Thread* thread;
  std::atomic<std::uint32_t> parked{0};
};

// The life of a real pthread: say where its TLS is, and sleep for ever.
void* park(void* argument) {
  auto& parking = *static_cast<Parking*>(argument);
  Thread& thread = *parking.thread;
  thread.fiber.fs_base = current_fs_base();
  thread.identity = pthread_self();
  thread.own_stack.high =
      (reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)) - kParkedFrames) & ~(kPage - 1);
  thread.tls = tls_blocks_of_program();
  parking.parked.store(1);
  std::uint32_t never = 0;
  for (;;) raw_syscall(SYS_futex, reinterpret_cast<long>(&never), FUTEX_WAIT_PRIVATE, 0);
}

void make_pthread(Thread& thread) {
  thread.own_stack.low = map_stack(thread.number);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, reinterpret_cast<void*>(thread.own_stack.low), kStackSize);
  sigset_t all, before;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);  // pthread_create itself may write to the program's data
  LINNET_REAL(pthread_sigmask)(SIG_SETMASK, &all, &before);  // inherited: signals are for the one that runs
  Parking parking{.thread = &thread};
  pthread_t identity;
  const int failed = LINNET_REAL(pthread_create)(&identity, &attributes, park, &parking);
  LINNET_REAL(pthread_sigmask)(SIG_SETMASK, &before, nullptr);
  if (failed != 0) raw_syscall(SYS_exit_group, 127);
  while (parking.parked.load() == 0) raw_syscall(SYS_sched_yield);
}

// Children of main with small indices come first; all other pairs after them.
constexpr ThreadNumber kDirect = 15;

}  // namespace

std::optional<ThreadNumber> number_of_child(ThreadNumber parent, std::uint32_t child_index) {
  if (parent == 0 && child_index < kDirect) return 1 + child_index;
  const std::uint64_t x = parent;
  const std::uint64_t y = parent == 0 ? child_index - kDirect : child_index;
  const std::uint64_t pair = (x + y) * (x + y + 1) / 2 + y;
  if (pair + 1 + kDirect >= kMostThreads) return std::nullopt;
  return static_cast<ThreadNumber>(pair + 1 + kDirect);
}

Thread& main_thread() {
  return first_thread;
}

Thread* find_thread(ThreadNumber number) {
  return number < kMostThreads ? table[number] : nullptr;
}

Thread* find_thread(pthread_t identity) {
  if (identity == first_thread.identity) return &first_thread;
  Thread* thread = is_stack_of_any_thread(identity) ? thread_of_stack(identity) : nullptr;
  return thread != nullptr && thread->identity == identity ? thread : nullptr;
}

Thread& thread_with(ThreadNumber number) {
  if (table[number] != nullptr) return *table[number];
  Thread& thread = number == 0 ? first_thread : *new Thread;
  thread.number = number;
  thread.pending.thread = number;
  thread.pending.expected.thread = number;
  if (number == 0) {
    // main keeps the TLS that static constructors have seen, and gets a stack at a fixed address.
    thread.stack_low = map_stack(0);
    thread.stack_high = thread.stack_low + kStackSize;
    thread.own_stack = {thread.stack_low, thread.stack_high};
    thread.fiber.fs_base = current_fs_base();
    thread.identity = pthread_self();
    thread.tls = tls_blocks_of_program();
  } else {
    make_pthread(thread);
  }
  if (!thread.arena.settled()) thread.arena.settle(number);
  table[number] = &thread;
  return thread;
}

void give_stack(Thread& thread, const StackRequest& request) {
  if (request.low != 0) {
    thread.stack_low = request.low;
    thread.stack_high = request.low + request.size;
    thread.stack_is_shared = true;  // or might be: it is no memory that is known to be a stack
    return;
  }
  MemoryRange& own = thread.own_stack;
  const std::uint64_t size = (request.size + StackRequest::kRoomForHooks) & ~(kPage - 1);
  const std::uint64_t low = own.high - size;
  if (low < own.low) map_at(low, own.low - low);
  if (low > own.low) raw_syscall(SYS_munmap, static_cast<long>(own.low), static_cast<long>(low - own.low));
  own.low = low;
  thread.stack_low = low;
  thread.stack_high = own.high;
}

CallStack ShadowStack::innermost_first(std::uint64_t pc) const {
  CallStack stack;
  if (pc != 0) stack.push_back(pc);
  for (std::size_t i = depth_ < frames_.size() ? depth_ : frames_.size(); i > 0; --i) {
    stack.push_back(frames_[i - 1]);
  }
  return stack;
}

CallStack ShadowStack::innermost_first_at(std::uint32_t moment, std::uint64_t pc) const {
  CallStack stack{pc};
  if (moment == kLongestPast) return stack;  // not known
  std::uint64_t returned = 0;
  for (std::size_t i = moment; i > 0; --i) {
    if (past_[i - 1] == kLeft) {
      ++returned;
    } else if (returned > 0) {
      --returned;
    } else {
      stack.push_back(past_[i - 1]);
    }
  }
  return stack;
}

constinit Current current{.thread = &first_thread,
                          .execution = nullptr,
                          .races = nullptr,
                          .persistence = nullptr,
                          .graph = nullptr,
                          .scheduled = false};

}  // namespace linnet::runtime
