// One decoded instruction, as small as the analysis of a function needs it: its operands, and where it may go.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "machine_code/disassembler.hpp"
#include "machine_code/registers.hpp"

namespace linnet {

struct Operand {
  static constexpr std::uint8_t kNoRegister = 16, kInstructionPointer = 17, kOtherRegister = 18;
  enum class Kind : std::uint8_t { none, reg, constant, memory };

  Kind kind = Kind::none;
  std::uint8_t size = 0;              // in bytes
  std::uint8_t reg = kOtherRegister;  // a vector register and the like is another one
  std::uint8_t base = kNoRegister, index = kNoRegister, scale = 1;
  bool is_high = false;       // ah and its like
  bool is_elsewhere = false;  // in a segment of its own: what belongs to a thread
  std::int64_t value = 0;     // the constant or the displacement

  bool is_general() const { return kind == Kind::reg && reg < kNoRegister; }
  // Writing it leaves nothing of what was in the register.
  bool is_whole() const { return is_general() && size >= 4; }
};

struct Instruction {
  static constexpr std::size_t kMostOperands = 4;

  std::uint64_t address = 0, next = 0;
  unsigned id = 0;  // X86_INS_*
  std::uint8_t count = 0;
  bool calls = false, jumps = false, returns = false, repeats = false;
  std::uint32_t written = 0;  // registers by their numbers, as far as the disassembler says
  std::array<Operand, kMostOperands> operands;

  const Operand& operator[](std::size_t i) const { return operands[i]; }
  const Operand* memory() const;
  bool has_vectors() const;
  bool is_string() const;  // movs, stos and their like
  // Where a jump or call goes, if it says so itself.
  std::optional<std::uint64_t> target() const;
  // The address that a jump or call reads its target from, if it is a constant one.
  std::optional<std::uint64_t> target_slot() const;
};

// Nothing if this is no instruction, or has more operands than are kept.
std::optional<Instruction> decode(Disassembler& disassembler, std::span<const std::uint8_t> bytes,
                                  std::uint64_t address);

}  // namespace linnet
