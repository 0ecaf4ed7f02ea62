// An instruction of the program that faults on purpose becomes a call.
//
// A signal handler cannot switch threads. So it makes the thread go on in linnet_trap_entry, on its own stack, as if it had called a
// function there that keeps every register: below the 128 bytes that the interrupted function may still use. That function is any of ours.
// When it returns, all registers are as it leaves them in TrappedRegisters, and the thread goes on at `resume`.
#pragma once

#include <ucontext.h>

#include <array>
#include <cstdint>

namespace linnet::runtime {

// Known to trap_entry.S.
struct TrappedRegisters {
  enum Number : std::uint8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi };  // and r8 to r15

  std::array<std::uint64_t, 16>
      general;  // by their number in encodings; rsp is not the program's: see stack_pointer()
  std::uint64_t flags;
  const unsigned char* extended;  // of xsave
  void (*function)(TrappedRegisters&);
  std::uint64_t resume;

  static constexpr std::uint64_t kRedZone = 128;
  std::uint64_t stack_pointer() const { return reinterpret_cast<std::uint64_t>(this + 1) + kRedZone; }
};

// Whether this processor can save all registers in this way: nearly all can.
bool can_trap();

// In a signal handler: what the thread does when the handler returns.
void go_on_in(ucontext_t& context, void (*function)(TrappedRegisters&), std::uint64_t resume);

}  // namespace linnet::runtime
