// A signal that stands for something which the program does becomes a call: the thread goes on in a function of ours, on its own stack,
// as if it had called it there. So what it does can be a step like any other (a signal handler could not switch threads).
#pragma once

#include <cpuid.h>
#include <ucontext.h>

#include <cstdint>

namespace linnet::runtime {

// Filled and restored by trap_entry.S, which knows the layout.
struct TrappedRegisters {
  std::uint64_t rax, rdi, rsi, rdx, r10, r8, r9, rcx, r11, rbx, rbp, flags;
  std::uint64_t return_address;
};

// trap_entry.S saves what a step may change with xsave.
inline bool can_trap() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_OSXSAVE) != 0;
}

// When the handler returns, the thread goes on in `entry`, which returns to `length` bytes after where it was.
inline void call_instead(ucontext_t& context, void (*entry)(), unsigned length) {
  constexpr std::uint64_t kRedZone = 128;
  greg_t* registers = context.uc_mcontext.gregs;
  registers[REG_RSP] -= static_cast<greg_t>(kRedZone + sizeof(std::uint64_t));
  *reinterpret_cast<greg_t*>(registers[REG_RSP]) = registers[REG_RIP] + length;
  registers[REG_RIP] = reinterpret_cast<greg_t>(entry);
}

}  // namespace linnet::runtime
