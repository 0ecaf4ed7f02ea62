// Instructions as libcapstone tells them.
#include "machine_code/instruction.hpp"

namespace linnet {

namespace {

using OperandKind = Operand::Kind;

std::uint8_t register_number(unsigned reg) {
  if (reg == X86_REG_INVALID || reg == X86_REG_RIZ || reg == X86_REG_EIZ) return Operand::kNoRegister;
  if (reg == X86_REG_RIP) return Operand::kInstructionPointer;
  return number_of(reg).value_or(Operand::kOtherRegister);
}

bool is_high_byte(unsigned reg) {
  return reg == X86_REG_AH || reg == X86_REG_BH || reg == X86_REG_CH || reg == X86_REG_DH;
}

std::uint8_t number_of_high_byte(unsigned reg) {
  return reg == X86_REG_AH ? 0 : reg == X86_REG_CH ? 1 : reg == X86_REG_DH ? 2 : 3;
}

Operand read_operand(const cs_x86_op& from) {
  Operand to;
  to.size = from.size;
  switch (from.type) {
    case X86_OP_REG:
      to.kind = OperandKind::reg;
      to.reg = register_number(from.reg);
      to.is_high = is_high_byte(from.reg);
      if (to.is_high) to.reg = number_of_high_byte(from.reg);
      if (to.reg == Operand::kNoRegister || to.reg == Operand::kInstructionPointer)
        to.reg = Operand::kOtherRegister;
      break;
    case X86_OP_IMM:
      to.kind = OperandKind::constant;
      to.value = from.imm;
      break;
    case X86_OP_MEM:
      to.kind = OperandKind::memory;
      to.base = register_number(from.mem.base);
      to.index = register_number(from.mem.index);
      to.scale = static_cast<std::uint8_t>(from.mem.scale);
      to.value = from.mem.disp;
      to.is_elsewhere = from.mem.segment == X86_REG_FS || from.mem.segment == X86_REG_GS;
      break;
    case X86_OP_INVALID: break;
  }
  return to;
}

bool has_group(const cs_insn& code, unsigned wanted) {
  const auto groups = std::span(code.detail->groups, code.detail->groups_count);
  return std::ranges::find(groups, wanted) != groups.end();
}

}  // namespace

const Operand* Instruction::memory() const {
  for (std::size_t i = 0; i < count; ++i) {
    if (operands[i].kind == OperandKind::memory) return &operands[i];
  }
  return nullptr;
}

bool Instruction::has_vectors() const {
  for (std::size_t i = 0; i < count; ++i) {
    if (operands[i].kind == OperandKind::reg && operands[i].reg == Operand::kOtherRegister) return true;
  }
  return false;
}

bool Instruction::is_string() const {
  std::size_t memories = 0;
  for (std::size_t i = 0; i < count; ++i) memories += operands[i].kind == OperandKind::memory;
  switch (id) {
    case X86_INS_STOSB:
    case X86_INS_STOSW:
    case X86_INS_STOSD:
    case X86_INS_STOSQ:
    case X86_INS_LODSB:
    case X86_INS_LODSW:
    case X86_INS_LODSD:
    case X86_INS_LODSQ:
    case X86_INS_SCASB:
    case X86_INS_SCASW:
    case X86_INS_SCASD:
    case X86_INS_SCASQ: return true;
    default: return memories > 1 || repeats;
  }
}

std::optional<std::uint64_t> Instruction::target() const {
  if ((!jumps && !calls) || operands[0].kind != OperandKind::constant) return std::nullopt;
  return static_cast<std::uint64_t>(operands[0].value);
}

std::optional<std::uint64_t> Instruction::target_slot() const {
  if ((!jumps && !calls) || operands[0].kind != OperandKind::memory ||
      operands[0].base != Operand::kInstructionPointer || operands[0].index != Operand::kNoRegister)
    return std::nullopt;
  return next + static_cast<std::uint64_t>(operands[0].value);
}

std::optional<Instruction> decode(Disassembler& disassembler, std::span<const std::uint8_t> bytes,
                                  std::uint64_t address) {
  std::optional<Instruction> found;
  disassembler.at(bytes, address, [&](const cs_insn& code) {
    const cs_x86& x86 = code.detail->x86;
    if (x86.op_count > Instruction::kMostOperands) return;
    Instruction& one = found.emplace();
    one.address = code.address;
    one.next = code.address + code.size;
    one.id = code.id;
    one.count = x86.op_count;
    for (std::uint8_t i = 0; i < x86.op_count; ++i) one.operands[i] = read_operand(x86.operands[i]);
    one.calls = has_group(code, X86_GRP_CALL);
    one.jumps = has_group(code, X86_GRP_JUMP);
    one.returns = has_group(code, X86_GRP_RET) || has_group(code, X86_GRP_IRET);
    const bool has_repeat = x86.prefix[0] == X86_PREFIX_REP || x86.prefix[0] == X86_PREFIX_REPNE;
    one.repeats = has_repeat && x86.opcode[0] >= 0xa4 && x86.opcode[0] <= 0xaf;
    one.written = written_by(disassembler.registers_written(code));
  });
  return found;
}

}  // namespace linnet
