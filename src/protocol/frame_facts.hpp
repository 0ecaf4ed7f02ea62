// What the function of a frame may still read of it, after the call that it is in has returned.
//
// `linnet` finds it in the machine code (src/machine_code), so that the process of the program need not
// decode anything. Everything else in the frame is left over: two states of a thread that differ only in that
// are the same.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace linnet {

struct FrameFacts {
  // The registers that a function call preserves, in this order: rbx, rbp, r12, r13, r14, r15.
  static constexpr std::size_t kRegisters = 6;
  static constexpr std::int32_t kInRegister = -1;

  std::uint64_t address = 0;  // the return address in the frame
  bool known = false;         // otherwise everything may be read, and nothing below holds
  bool loops = false;         // the function may come here again
  bool unseen = false;        // and on the way it may call code that is neither instrumented nor a hook
  bool calls_unseen = false;  // the function calls such code somewhere, or is such code
  // Since the previous call, memory outside the frame may have been read without a hook: clang omits the hook
  // of a read if a write of the same place follows.
  bool reads_unseen = false;
  bool reads_result = true;    // of the call, in rax
  std::uint8_t registers = 0;  // a bit for each register that may be read
  // Measured from the stack pointer after the call. The frame ends above its own return address.
  std::uint32_t size = 0;
  std::uint32_t incoming = 0;  // bytes beyond the frame that may be read: arguments on the stack
  // The positions of the caller's registers.
  std::array<std::int32_t, kRegisters> saved{};
  // The parts that may be read: start and length. Sorted.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> slots;

  auto members() {
    return std::tie(address, known, loops, unseen, calls_unseen, reads_unseen, reads_result, registers, size,
                    incoming, saved, slots);
  }
  friend bool operator==(const FrameFacts&, const FrameFacts&) = default;
};

}  // namespace linnet
