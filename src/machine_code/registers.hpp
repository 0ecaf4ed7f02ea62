// Registers by the numbers of their encoding, and which of them an instruction writes.
#pragma once

#include <capstone/capstone.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "protocol/watched_instruction.hpp"

namespace linnet {

inline constexpr std::uint8_t kStackPointer = 4, kFramePointer = 5;  // the numbers of rsp and rbp

// For a register of 64 or 32 bits, or for the low 16 or 8 bits of one.
inline std::optional<std::uint8_t> number_of(unsigned reg) {
  static constexpr unsigned kNames[][4] = {{X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL},
                                           {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL},
                                           {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL},
                                           {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL},
                                           {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL},
                                           {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL},
                                           {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL},
                                           {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL},
                                           {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B},
                                           {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B},
                                           {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B},
                                           {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B},
                                           {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B},
                                           {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B},
                                           {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B},
                                           {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B}};
  for (std::uint8_t i = 0; i < std::size(kNames); ++i) {
    if (std::ranges::find(kNames[i], reg) != std::end(kNames[i])) return i;
  }
  return std::nullopt;
}

// As WatchedInstruction::kept has them.
inline std::uint32_t written_by(std::span<const std::uint16_t> registers) {
  std::uint32_t mask = 0;
  for (const std::uint16_t reg : registers) {
    if (const auto number = number_of(reg)) {
      mask |= 1u << *number;
    } else if (reg == X86_REG_EFLAGS) {
      mask |= WatchedInstruction::kFlags;
    } else if (reg == X86_REG_AH || reg == X86_REG_BH || reg == X86_REG_CH || reg == X86_REG_DH) {
      mask |= 0xf;
    } else {
      mask |= WatchedInstruction::kVectors;
    }
  }
  return mask;
}

}  // namespace linnet
