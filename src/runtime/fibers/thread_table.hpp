// The threads of the program, by number.
//
// A number is a function of the path (parent's number, n-th child) alone, so that the same thread has the
// same number in every execution and in every process. The first children of main are 1, 2, 3, ...; the
// others follow by Cantor's enumeration of pairs.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/fibers/thread.hpp"

namespace linnet::runtime {

inline constexpr ThreadNumber kMostThreads = 1 << 16;

// Nothing if the number would be too large: threads of threads of threads, very many.
std::optional<ThreadNumber> number_of_child(ThreadNumber parent, std::uint32_t child_index);

// Thread 0, which exists before everything else.
Thread& main_thread();

// Makes it when it is first asked for. REQUIRES: number < kMostThreads.
Thread& thread_with(ThreadNumber number);

// The stack that a thread asks for: its size, and where it is if the program brings the memory.
struct StackRequest {
  std::uint64_t size = kUsualStack;
  std::uint64_t low = 0;

  static constexpr std::uint64_t kUsualStack = 8 << 20;
  // Our own code runs on the stacks of the program: no thread gets less than it needs.
  static constexpr std::uint64_t kRoomForHooks = 128 << 10;
  static constexpr std::uint64_t kLargest = 128 << 20;

  bool is_usual() const { return size == kUsualStack && low == 0; }
};
// REQUIRES: the thread is not main and does not run; size <= kLargest, or low is not 0 and size >= kRoomForHooks.
void give_stack(Thread& thread, const StackRequest& request);

// Each thread has its stack in a range of addresses of its own.
inline constexpr std::uint64_t kStacksFirst = 0x3000'0000'0000;
inline constexpr std::uint64_t kStackStride = 256 << 20;

inline bool is_stack_of_any_thread(std::uint64_t address) {
  return address - kStacksFirst < kStackStride * kMostThreads;
}

// Null if there was never such a thread.
Thread* find_thread(ThreadNumber number);
Thread* find_thread(pthread_t identity);
// REQUIRES: is_stack_of_any_thread(address).
inline Thread* thread_of_stack(std::uint64_t address) {
  return find_thread(static_cast<ThreadNumber>((address - kStacksFirst) / kStackStride));
}

}  // namespace linnet::runtime
