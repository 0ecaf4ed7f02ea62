// Read-write locks of eight bytes, for which all zero is free: those of pthread, and those of libraries with
// the same form.
#pragma once

#include <pthread.h>

#include <cstdint>

namespace linnet::runtime {

enum class For : std::uint8_t { reading, writing };

constexpr std::uint32_t kRwlockSize = 8;

// Returns EDEADLK if the thread has it for writing.
template <For use>
int lock_rwlock(void* object, const void* pc);
// REQUIRES: the running thread is in a step that writes the object, as its first access.
void give_back_rwlock(void* object, const void* pc);
bool holds_rwlock(const void* object, For use);

}  // namespace linnet::runtime
