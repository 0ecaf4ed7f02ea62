// A fiber: a place on a stack and a TLS block to go on with, and the switch between two of them.
//
// Each thread of the program is a fiber. Its TLS block belongs to a real pthread that glibc set up once and
// that sleeps for ever; the one OS thread that runs everything takes over its stack and FS base. So
// thread_local, errno, exceptions in flight and pthread_self are the thread's own without our help.
#pragma once

#include <cstdint>

namespace linnet::runtime {

// Known to fiber_switch.S.
struct Fiber {
  void* stack_pointer = nullptr;
  std::uint64_t fs_base = 0;
};

extern "C" {
// Saves the callee-saved registers and floating-point modes in `from` and goes on in `to`.
void linnet_fiber_switch(Fiber* from, const Fiber* to);
extern std::uint8_t linnet_has_wrfsbase;
}

std::uint64_t current_fs_base();

// From here on the stack that ends at `stack_high` is the same in every execution that begins.
inline std::uint64_t begin_of_cleared(std::uint64_t stack_high) {
  constexpr std::uint64_t kCleared = 4096;  // nearly all threads stay within it
  return (stack_high & ~std::uint64_t{15}) - kCleared;
}

// Makes `fiber` begin in `entry` on the stack that ends at `stack_high` when it is switched to.
void prepare(Fiber& fiber, std::uint64_t stack_high, void (*entry)());

}  // namespace linnet::runtime
