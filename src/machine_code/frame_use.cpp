// Each kind of instruction, as far as it matters; what is not known is read.
#include "machine_code/frame_use.hpp"

#include <string>
#include <string_view>

namespace linnet {

namespace {

using Held = HeldValue::Kind;
using OperandIs = Operand::Kind;

constexpr std::uint8_t kExpected = 6;  // rsi: the second argument
constexpr std::uint8_t kResult = 0;    // rax

// Instructions that copy a value or an address, from their second operand to the first.
bool is_move(const Instruction& code) {
  switch (code.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
    case X86_INS_LEA: return true;
    default: return false;
  }
}

// Instructions that write their first operand without reading it, whatever they find in it.
bool only_writes_first(const Instruction& code) {
  if (is_move(code)) return true;
  switch (code.id) {
    case X86_INS_POP: return true;
    case X86_INS_XOR:
    case X86_INS_SUB:
      return code[0].is_general() && code[1].is_general() && code[0].reg == code[1].reg &&
             code[0].size == code[1].size;
    case X86_INS_IMUL: return code.count == 3;
    default: return false;
  }
}

// How many bytes a store of a vector register writes, where that is certain.
std::int64_t stored_by_vector(const Instruction& code) {
  if (code.count != 2 || code[1].kind != OperandIs::reg || code[1].reg != Operand::kOtherRegister) return 0;
  switch (code.id) {
    case X86_INS_MOVAPS:
    case X86_INS_MOVUPS:
    case X86_INS_MOVAPD:
    case X86_INS_MOVUPD:
    case X86_INS_MOVDQA:
    case X86_INS_MOVDQU: return 16;
    case X86_INS_MOVQ:
    case X86_INS_MOVSD:
    case X86_INS_MOVLPS:
    case X86_INS_MOVHPS: return 8;
    case X86_INS_MOVSS: return 4;
    default: return 0;
  }
}

// Instructions that read no register but those that they name. Many of the others read rax.
bool names_what_it_reads(const Instruction& code) {
  if (is_move(code)) return true;
  switch (code.id) {
    case X86_INS_ADD:
    case X86_INS_SUB:
    case X86_INS_AND:
    case X86_INS_OR:
    case X86_INS_XOR:
    case X86_INS_CMP:
    case X86_INS_TEST:
    case X86_INS_SHL:
    case X86_INS_SHR:
    case X86_INS_SAR:
    case X86_INS_INC:
    case X86_INS_DEC:
    case X86_INS_PUSH:
    case X86_INS_POP:
    case X86_INS_LEAVE:
    case X86_INS_NOP:
    case X86_INS_ENDBR64: return true;
    default: return code.calls || code.jumps || stored_by_vector(code) != 0;
  }
}

// Bytes that a memory operand that is read may cover.
std::int64_t read_size(const Instruction& code, const Operand& memory) {
  constexpr std::int64_t kLargestVector = 64;
  return code.has_vectors() || memory.size == 0 ? kLargestVector : memory.size;
}

// How many bytes the hook of an atomic access is for: __tsan_atomic32_load.
std::int64_t atomic_size(std::string_view hook) {
  std::int64_t bits = 0;
  for (const char c : hook.substr(std::string_view("__tsan_atomic").size())) {
    if (c < '0' || c > '9') break;
    bits = bits * 10 + (c - '0');
  }
  return bits / 8;
}

class UseOf {
 public:
  UseOf(const CodeFile& file, const FunctionNode& node)
      : called_(called_name(file, node)), code_(node.code), state_(node.before) {
    // A function may return the result of the last function that it called. A function of another file that it jumps to does not
    // read rax.
    const bool goes_on_elsewhere = code_.jumps && called_ != nullptr;
    if ((node.leaves && !goes_on_elsewhere) || !names_what_it_reads(code_)) use_.reads = kResultBit;
  }

  FrameUse find() {
    if (code_.returns || code_.id == X86_INS_NOP) return use_;
    if (code_.id == X86_INS_LEAVE) return leave();
    registers();
    if (code_.id == X86_INS_PUSH) push();
    if (code_.id == X86_INS_POP) pop();
    if (code_.is_string()) {
      use_.reads_all = state_.registers[6].may_be_frame() || state_.registers[7].may_be_frame();
      use_.reads_through = true;
    } else {
      memory();
    }
    if (code_.calls) call();
    if (code_.id == X86_INS_SYSCALL || code_.id == X86_INS_INT) use_.reads_all = true, use_.reads = 0xff;
    if (code_.id == X86_INS_CMPXCHG16B || code_.id == X86_INS_CMPXCHG8B || code_.id == X86_INS_XLATB)
      use_.reads |= bit_of(3);
    return use_;
  }

 private:
  HeldValue held(std::uint8_t reg) const { return state_.registers[reg]; }
  // The function saves a register for its caller. It does not use the value.
  bool saves(const Operand& from) const {
    const bool stores =
        code_.id == X86_INS_PUSH || (code_.id == X86_INS_MOV && code_[0].kind == OperandIs::memory &&
                                     state_.address_of(code_[0]).is(Held::frame));
    return stores && from.is_general() && from.size == 8 &&
           held(from.reg) == HeldValue{Held::entry, from.reg};
  }
  // The function restores a register. What it reads is the caller's value.
  bool restores(const Operand& to, const HeldValue& from) const {
    return to.is_general() && from.is(Held::frame) && state_.saved[to.reg] == from.n;
  }

  void registers() {
    const bool first_is_written = only_writes_first(code_) && code_[0].kind == OperandIs::reg;
    const bool zeroes = first_is_written && (code_.id == X86_INS_XOR || code_.id == X86_INS_SUB);
    for (std::size_t i = 0; i < code_.count; ++i) {
      const Operand& operand = code_[i];
      if (operand.kind == OperandIs::memory) {
        if (operand.base < Operand::kNoRegister) use_.reads |= bit_of(operand.base);
        if (operand.index < Operand::kNoRegister) use_.reads |= bit_of(operand.index);
      }
      if (!operand.is_general() || zeroes) continue;
      if (i == 0 && first_is_written) {
        if (!operand.is_whole()) use_.reads |= bit_of(operand.reg);
        continue;
      }
      if (!saves(operand)) use_.reads |= bit_of(operand.reg);
      if (held(operand.reg).may_be_frame()) give_away();
    }
    if (first_is_written && code_[0].is_whole()) use_.writes = bit_of(code_[0].reg);
  }
  bool is_spill() const {
    return code_[0].kind == OperandIs::memory && code_[0].size == 8 && code_[1].is_general() &&
           held(code_[1].reg).is(Held::frame) && state_.address_of(code_[0]).is(Held::frame);
  }
  // An operand is an address in the frame. This is no problem as long as the address stays in a register that is tracked.
  void give_away() {
    switch (code_.id) {
      case X86_INS_MOV:
        if (!is_spill()) use_.gives_away |= code_[0].kind == OperandIs::memory || code_[0].size != 8;
        break;
      case X86_INS_ADD:
      case X86_INS_SUB: use_.gives_away |= code_[1].kind != OperandIs::constant || code_[0].size != 8; break;
      case X86_INS_CMP:
      case X86_INS_TEST: break;
      default: use_.gives_away = true; break;
    }
  }

  void push() {
    const std::int64_t size = code_[0].kind == OperandIs::constant ? 8 : code_[0].size;
    use_.written.push_back({held(kStackPointer).n - size, size});
  }
  void pop() {
    const HeldValue from = held(kStackPointer);
    if (!restores(code_[0], from)) use_.read.push_back({from.n, code_[0].size});
  }
  FrameUse& leave() {
    if (!restores({.kind = OperandIs::reg, .reg = kFramePointer}, held(kFramePointer)))
      use_.read.push_back({held(kFramePointer).n, 8});
    use_.reads |= bit_of(kFramePointer);
    use_.writes = 0;
    return use_;
  }

  void memory() {
    for (std::size_t i = 0; i < code_.count; ++i) {
      const Operand& operand = code_[i];
      if (operand.kind != OperandIs::memory || operand.is_elsewhere) continue;
      if (code_.id == X86_INS_LEA) {
        const HeldValue address = state_.address_of(operand);
        // With an index the address is not known, and in a narrower register it is no address any more.
        use_.gives_away |= address.is(Held::mixed) || (address.is(Held::frame) && code_[0].size != 8);
        continue;
      }
      access(operand, i == 0);
    }
  }
  void access(const Operand& operand, bool is_first) {
    const HeldValue at = state_.address_of(operand);
    const std::int64_t vector = is_first ? stored_by_vector(code_) : 0;
    const bool written = is_first && (vector != 0 || only_writes_first(code_));
    if (at.is(Held::frame)) {
      if (written) {
        use_.written.push_back({at.n, vector != 0 ? vector : operand.size});
      } else if (!(code_.id == X86_INS_MOV && restores(code_[0], at))) {
        use_.read.push_back({at.n, read_size(code_, operand)});
      }
    } else if (at.is(Held::mixed)) {
      use_.reads_all |= !written;
    } else {
      use_.reads_through |= !written;
    }
  }

  void call() {
    static constexpr std::uint8_t kArguments[] = {7, 6, 2, 1, 8, 9};
    const std::string* name = called_;
    const bool hook = name != nullptr && name->starts_with("__tsan_");
    const bool compares =
        hook && (name->ends_with("compare_exchange_strong") || name->ends_with("compare_exchange_weak"));
    if (!hook) use_.reads_through = true;
    use_.writes |= kResultBit;
    for (const std::uint8_t reg : kArguments) {
      if (!held(reg).may_be_frame()) continue;
      // The hook reads the expected value when it is called, and not later.
      if (compares && reg == kExpected && held(reg).is(Held::frame)) {
        use_.read.push_back({held(reg).n, atomic_size(*name)});
        continue;
      }
      // Hooks of plain accesses read nothing.
      if (hook && !name->starts_with("__tsan_atomic") && !name->starts_with("__tsan_mem")) continue;
      use_.gives_away = true;
    }
  }

  const std::string* called_;  // the function of another file that is called, if it is known
  const Instruction& code_;
  const FrameState& state_;
  FrameUse use_;
};

}  // namespace

std::uint8_t bit_of(std::uint8_t reg) {
  for (std::size_t i = 0; i < std::size(kKeptRegisters); ++i) {
    if (kKeptRegisters[i] == reg) return static_cast<std::uint8_t>(1u << i);
  }
  return reg == kResult ? kResultBit : 0;
}

FrameUse frame_use(const CodeFile& file, const FunctionNode& node) {
  return UseOf(file, node).find();
}

}  // namespace linnet
