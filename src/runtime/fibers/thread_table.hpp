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
// Null if there was never such a thread.
Thread* find_thread(ThreadNumber number);
Thread* find_thread(pthread_t identity);

}  // namespace linnet::runtime
