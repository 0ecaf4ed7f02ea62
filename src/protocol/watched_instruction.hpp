// An instruction of uninstrumented code that the runtime turns into a hook: inline assembly, and ordinary
// libraries.
//
// `linnet` finds them in the machine code (src/machine_code) and says what each accesses, so that the process
// of the program need not decode anything.
#pragma once

#include <cstdint>

namespace linnet {

enum class InstructionKind : std::uint8_t {
  load,
  store,
  load_and_store,    // an update without lock: another processor may come in between
  call,              // through a pointer that is loaded
  jump,              // the same
  several,           // locations that are not told here: a gather, or an address of 32 bits
  copy,              // movs: from where rsi points to where rdi does
  compare,           // cmps: what rsi points to with what rdi does
  search,            // scas: what rdi points to with rax
  fill,              // stos: to where rdi points
  update,            // from here on with lock, or xchg, which needs none
  exchange,          // changes nothing if the operand is there already
  set_bits,          // likewise, if they are set
  clear_bits,        // keeps those that are set in the operand
  compare_exchange,  // with rax, or with rdx:rax for two words
  fence,
  last = fence
};

struct WatchedInstruction {
  static constexpr std::uint8_t kNoRegister = 16;
  static constexpr std::uint32_t kVectors = 1u << 16, kFlags = 1u << 17, kRedZone = 1u << 18;

  std::uint64_t address = 0;  // in the process
  // The location is displacement + base + index * scale. Registers have the numbers of their encoding.
  std::int64_t displacement = 0;
  std::uint64_t immediate = 0;  // the operand, if it is in no register
  // The registers that may hold a value of the program before it: a bit for each register by its number, and
  // those above. The others are left over from calls.
  std::uint32_t kept = ~0u;
  std::uint8_t length = 0;
  InstructionKind kind{};
  std::uint8_t size = 0;  // bytes that are accessed
  std::uint8_t base = kNoRegister, index = kNoRegister, scale = 1;
  std::uint8_t operand = kNoRegister;
  bool repeats = false;  // as often as rcx says
  bool until_equal =
      false;  // a comparison that repeats ends where both are equal, rather than where they differ
  bool is_thread_local = false;  // told from where the variables of the thread are
  // In a file without atomic instructions: such a library need not share anything, and may be at work for long.
  bool quiet = false;
  bool operand_is_bit = false;  // the number of a bit, which may lie beyond the word at the location
  // The offset in the instruction of a 32-bit distance that is relative to its end, and so depends on where
  // it is executed. 0: none.
  std::uint8_t distance_at = 0;
};

}  // namespace linnet
