// Looks quickly at the bytes of each function. Only where that finds something are the instructions decoded.
#include "machine_code/unseen_accesses.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "machine_code/code_file.hpp"
#include "machine_code/disassembler.hpp"
#include "machine_code/kept_registers.hpp"
#include "machine_code/registers.hpp"

namespace linnet {

namespace {

using Kind = InstructionKind;
using Bytes = std::span<const std::uint8_t>;
constexpr std::uint8_t kLock = 0xf0;

bool accesses_memory(std::uint8_t mod_rm) {
  return mod_rm < 0xc0;
}

// The opcode from `i` on, after the prefixes that may stand between it and a lock prefix.
std::size_t skip_prefixes(Bytes code, std::size_t i) {
  if (i < code.size() && code[i] == 0x66) ++i;
  if (i < code.size() && (code[i] & 0xf0) == 0x40) ++i;
  return i;
}

// Whether an instruction that may have a lock prefix can begin here.
bool is_lockable(Bytes code, std::size_t i) {
  constexpr std::string_view kOneByte =
      "\x01\x08\x09\x10\x11\x18\x19\x20\x21\x28\x29\x30\x31\x80\x81\x83\x86\x87\xf6\xf7\xfe\xff";
  constexpr std::string_view kTwoBytes = "\xab\xb0\xb1\xb3\xba\xbb\xc0\xc1\xc7";
  if (i + 2 >= code.size()) return false;
  const bool two = code[i] == 0x0f;
  const auto opcode = static_cast<char>(code[two ? i + 1 : i]);
  const bool known =
      two ? kTwoBytes.find(opcode) != kTwoBytes.npos : opcode == 0 || kOneByte.find(opcode) != kOneByte.npos;
  return known && accesses_memory(code[two ? i + 2 : i + 1]);
}

// Whether there may be an atomic instruction or a fence. In few functions other bytes only look like one.
bool may_be_atomic(Bytes code) {
  for (std::size_t i = 0; i + 2 < code.size(); ++i) {
    if (code[i] == kLock && is_lockable(code, skip_prefixes(code, i + 1))) return true;
    if ((code[i] == 0x86 || code[i] == 0x87) && accesses_memory(code[i + 1])) return true;
    if (code[i] == 0x0f && code[i + 1] == 0xae && code[i + 2] == 0xf0) return true;  // mfence
  }
  return false;
}

// Whether the function calls a hook, and so is instrumented. In few other functions some bytes only look like such a call.
bool may_call_hook(const CodeFile& file, const FunctionCode& function) {
  const Bytes code = function.bytes;
  for (std::size_t i = 0; i + 6 <= code.size(); ++i) {
    const bool directly = code[i] == 0xe8, through_slot = code[i] == 0xff && code[i + 1] == 0x15;
    if (!directly && !through_slot) continue;
    const std::size_t distance_at = i + (directly ? 1 : 2);
    std::int32_t distance;
    std::memcpy(&distance, code.data() + distance_at, sizeof distance);
    const std::uint64_t target =
        function.address + distance_at + sizeof distance + static_cast<std::uint64_t>(std::int64_t{distance});
    const std::string* name = directly ? file.called_directly(target) : file.called_through_slot(target);
    if (name != nullptr && name->starts_with("__tsan_")) return true;
  }
  return false;
}

const cs_x86_op* memory_operand(const cs_insn& code) {
  const cs_x86& x86 = code.detail->x86;
  const auto* end = x86.operands + x86.op_count;
  const auto* found =
      std::find_if(x86.operands, end, [](const cs_x86_op& op) { return op.type == X86_OP_MEM; });
  return found == end ? nullptr : found;
}

// Some instructions name an address and do not access it.
bool is_plain_access(const cs_insn& code) {
  switch (code.id) {
    case X86_INS_LEA:
    case X86_INS_NOP:
    case X86_INS_PREFETCH:
    case X86_INS_PREFETCHNTA:
    case X86_INS_PREFETCHT0:
    case X86_INS_PREFETCHT1:
    case X86_INS_PREFETCHT2:
    case X86_INS_PREFETCHW:
    case X86_INS_CLFLUSH:
    case X86_INS_CLFLUSHOPT:
    case X86_INS_CLWB: return false;
    default: break;
  }
  for (std::uint8_t i = 0; i < code.detail->groups_count; ++i) {
    const std::uint8_t group = code.detail->groups[i];
    if (group == X86_GRP_JUMP || group == X86_GRP_CALL || group == X86_GRP_RET) return false;
  }
  const cs_x86& x86 = code.detail->x86;
  const bool repeats = x86.prefix[0] == X86_PREFIX_REP || x86.prefix[0] == X86_PREFIX_REPNE;
  const bool is_string = std::count_if(x86.operands, x86.operands + x86.op_count,
                                       [](const cs_x86_op& op) { return op.type == X86_OP_MEM; }) > 1;
  return !is_string && !(repeats && x86.opcode[0] != 0x0f);
}

Kind kind_of_locked(const cs_insn& code) {
  switch (code.id) {
    case X86_INS_XCHG: return Kind::exchange;
    case X86_INS_OR:
    case X86_INS_BTS: return Kind::set_bits;
    case X86_INS_AND:
    case X86_INS_BTR: return Kind::clear_bits;
    case X86_INS_CMPXCHG:
    case X86_INS_CMPXCHG8B:
    case X86_INS_CMPXCHG16B: return Kind::compare_exchange;
    default: return Kind::update;
  }
}

std::optional<Kind> kind_of(const cs_insn& code, const cs_x86_op& memory) {
  if (code.detail->x86.prefix[0] == X86_PREFIX_LOCK || code.id == X86_INS_XCHG) return kind_of_locked(code);
  if (!is_plain_access(code)) return std::nullopt;
  switch (memory.access) {
    case CS_AC_READ: return Kind::load;
    case CS_AC_WRITE: return Kind::store;
    case CS_AC_READ | CS_AC_WRITE: return Kind::load_and_store;
    default: return std::nullopt;
  }
}

bool is_atomic(Kind kind) {
  return kind > Kind::fill;
}

// Whether the instruction accesses what rsi and rdi point to, perhaps many times.
std::optional<Kind> kind_of_string(const cs_insn& code) {
  const cs_x86& x86 = code.detail->x86;
  switch (code.id) {
    case X86_INS_MOVSD:  // also the name of an instruction for floating point
      if (x86.op_count != 2 || x86.operands[0].type != X86_OP_MEM || x86.operands[1].type != X86_OP_MEM)
        return std::nullopt;
      return Kind::copy;
    case X86_INS_MOVSB:
    case X86_INS_MOVSW:
    case X86_INS_MOVSQ: return Kind::copy;
    case X86_INS_CMPSD:
      if (x86.op_count != 2 || x86.operands[0].type != X86_OP_MEM || x86.operands[1].type != X86_OP_MEM)
        return std::nullopt;
      return Kind::compare;
    case X86_INS_CMPSB:
    case X86_INS_CMPSW:
    case X86_INS_CMPSQ: return Kind::compare;
    case X86_INS_SCASB:
    case X86_INS_SCASW:
    case X86_INS_SCASD:
    case X86_INS_SCASQ: return Kind::search;
    case X86_INS_STOSB:
    case X86_INS_STOSW:
    case X86_INS_STOSD:
    case X86_INS_STOSQ: return Kind::fill;
    default: return std::nullopt;
  }
}

// The size of each of its accesses. libcapstone 4 gets it wrong if two prefixes come in one of their two orders.
std::uint8_t size_of_string(const cs_x86& x86) {
  constexpr std::uint8_t kWide = 8;  // of the prefix REX
  if ((x86.opcode[0] & 1) == 0) return 1;
  if ((x86.rex & kWide) != 0) return 8;
  return x86.prefix[2] == X86_PREFIX_OPSIZE ? 2 : 4;
}

// A call or jump through memory loads its target.
std::optional<Kind> kind_of_branch(const cs_insn& code) {
  if (code.id == X86_INS_CALL) return Kind::call;
  if (code.id == X86_INS_JMP) return Kind::jump;
  return std::nullopt;
}

// An instruction such as lock or $0, (%rsp), which locks memory that no other thread uses.
bool is_fence(const WatchedInstruction& found) {
  return (found.kind == Kind::update || found.kind == Kind::set_bits) && found.base == kStackPointer &&
         found.operand == WatchedInstruction::kNoRegister && found.immediate == 0;
}

// The location that it accesses. Returns false if registers do not determine a single location.
bool set_location(WatchedInstruction& found, const cs_insn& code, const x86_op_mem& memory) {
  found.displacement = memory.disp;
  found.scale = static_cast<std::uint8_t>(memory.scale);
  found.is_thread_local = memory.segment == X86_REG_FS;
  if (memory.base == X86_REG_RIP) {
    found.displacement += static_cast<std::int64_t>(code.address + code.size);
    found.distance_at = code.detail->x86.encoding.disp_offset;
  } else if (memory.base != X86_REG_INVALID) {
    const auto base = number_of(memory.base);
    if (!base || code.detail->x86.addr_size != 8) return false;
    found.base = *base;
  }
  if (memory.index != X86_REG_INVALID && memory.index != X86_REG_RIZ) {
    const auto index = number_of(memory.index);
    if (!index) return false;
    found.index = *index;
  }
  return true;
}

// Memory that libc keeps for each thread. It belongs to no variable of the program.
bool is_of_libc(const x86_op_mem& memory) {
  if (memory.segment == X86_REG_GS) return true;
  return memory.segment == X86_REG_FS && memory.base == X86_REG_INVALID && memory.index == X86_REG_INVALID &&
         memory.disp >= 0;
}

// The other operand: the value that an exchange writes, or the number of a bit.
void set_operand(WatchedInstruction& found, const cs_insn& code) {
  const cs_x86& x86 = code.detail->x86;
  found.operand_is_bit = code.id == X86_INS_BTS || code.id == X86_INS_BTR || code.id == X86_INS_BTC;
  for (const cs_x86_op& op : std::span(x86.operands, x86.op_count)) {
    if (op.type == X86_OP_IMM) found.immediate = static_cast<std::uint64_t>(op.imm);
    if (op.type != X86_OP_REG) continue;
    if (const auto number = number_of(op.reg)) {
      found.operand = *number;
    } else if (is_atomic(found.kind) && found.kind != Kind::compare_exchange) {
      found.kind = Kind::update;  // ah and its like
    }
  }
}

std::optional<WatchedInstruction> described(const cs_insn& code) {
  const cs_x86_op* memory = memory_operand(code);
  WatchedInstruction found;
  found.address = code.address;
  found.length = static_cast<std::uint8_t>(code.size);
  if (code.id == X86_INS_MFENCE) {
    found.kind = Kind::fence;
    return found;
  }
  if (memory == nullptr) return std::nullopt;
  if (const auto string = kind_of_string(code); string && code.detail->x86.addr_size == 8) {
    found.kind = *string;
    found.size = size_of_string(code.detail->x86);
    found.until_equal = code.detail->x86.prefix[0] == X86_PREFIX_REPNE;
    found.repeats = found.until_equal || code.detail->x86.prefix[0] == X86_PREFIX_REP;
    return found;
  }
  const auto branch = kind_of_branch(code);
  const auto kind = branch ? branch : kind_of(code, *memory);
  if (!kind || is_of_libc(memory->mem)) return std::nullopt;
  found.kind = *kind;
  found.size = code.id == X86_INS_CMPXCHG16B ? 16 : code.id == X86_INS_CMPXCHG8B ? 8 : memory->size;
  if (!set_location(found, code, memory->mem)) {
    if (is_atomic(found.kind) || branch) return std::nullopt;
    found.kind = Kind::several;
    return found;
  }
  if (branch) return found;
  set_operand(found, code);
  if (is_fence(found)) found.kind = Kind::fence;
  return found;
}

// The accesses of one function.
class FunctionScan {
 public:
  explicit FunctionScan(const CodeFile& file) : file_(file) {}

  void visit(const cs_insn& code, std::uint32_t written) {
    kept_.add(code, written, note_call(code));
    note_frame(code);
    const auto found = described(code);
    const bool left_behind = code.id == X86_INS_CMPXCHG16B && is_left_behind();
    note_zeros(code);
    if (found && !left_behind) (is_atomic(found->kind) ? atomic_ : plain_).push_back(*found);
  }

  // After the last instruction.
  void finish() {
    kept_.finish();
    for (std::vector<WatchedInstruction>* found : {&atomic_, &plain_}) {
      for (WatchedInstruction& one : *found) one.kept = kept_.at(one.address);
    }
  }
  const std::vector<WatchedInstruction>& atomic() const { return atomic_; }
  // The accesses that have no hook, except those of the stack and of constants.
  std::vector<WatchedInstruction> plain() const {
    std::vector<WatchedInstruction> shared;
    std::ranges::copy_if(plain_, std::back_inserter(shared), [&](const WatchedInstruction& one) {
      if (instrumented_ && !file_.is_assembly(one.address)) return false;
      const auto location = static_cast<std::uint64_t>(one.displacement);
      if (one.distance_at != 0)  // a slot is written by the loader alone
        return file_.is_writable(location) && file_.called_through_slot(location) == nullptr;
      return one.base != kStackPointer && !(one.base == kFramePointer && has_frame_);
    });
    return shared;
  }

 private:
  // Whether it calls a hook that returns nothing.
  bool note_call(const cs_insn& code) {
    const std::string* name = called(code);
    const bool hook = name != nullptr && name->starts_with("__tsan_");
    if (hook) instrumented_ = true;
    if (code.id != X86_INS_CALL) return false;
    loaded_ = hook && *name == "__tsan_atomic128_load";
    zeros_ = 0;
    return hook && !name->starts_with("__tsan_atomic");
  }
  const std::string* called(const cs_insn& code) const {
    if (code.id != X86_INS_CALL && code.id != X86_INS_JMP) return nullptr;
    const cs_x86_op& target = code.detail->x86.operands[0];
    if (target.type == X86_OP_IMM) return file_.called_directly(static_cast<std::uint64_t>(target.imm));
    if (target.type != X86_OP_MEM || target.mem.base != X86_REG_RIP) return nullptr;
    return file_.called_through_slot(code.address + code.size + static_cast<std::uint64_t>(target.mem.disp));
  }
  void note_frame(const cs_insn& code) {
    if (const auto [to, from] = registers(code);
        code.id == X86_INS_MOV && to == kFramePointer && from == kStackPointer)
      has_frame_ = true;
  }

  // Where a hook has loaded 16 bytes, clang leaves a compare-exchange of zero for zero behind, which is not the program's.
  bool is_left_behind() const {
    constexpr unsigned kAll = 0xf;  // rax, rcx, rdx and rbx
    return loaded_ && (zeros_ & kAll) == kAll;
  }
  // The registers that are known to be zero, since the last call.
  void note_zeros(const cs_insn& code) {
    const cs_x86& x86 = code.detail->x86;
    const auto [to, from] = registers(code);
    if (!to || (x86.operands[0].access & CS_AC_WRITE) == 0) return;
    const bool zero = from && ((code.id == X86_INS_XOR && to == from) ||
                               (code.id == X86_INS_MOV && (zeros_ >> *from & 1) != 0));
    zeros_ = (zeros_ & ~(1u << *to)) | static_cast<unsigned>(zero) << *to;
  }
  // The first two operands, if they are registers.
  static std::pair<std::optional<std::uint8_t>, std::optional<std::uint8_t>> registers(const cs_insn& code) {
    const cs_x86& x86 = code.detail->x86;
    const auto at = [&](std::uint8_t i) -> std::optional<std::uint8_t> {
      if (i >= x86.op_count || x86.operands[i].type != X86_OP_REG) return std::nullopt;
      return number_of(x86.operands[i].reg);
    };
    return {at(0), at(1)};
  }

  const CodeFile& file_;
  KeptRegisters kept_;
  std::vector<WatchedInstruction> atomic_, plain_;
  bool instrumented_ = false, has_frame_ = false;
  bool loaded_ = false;  // the last call was of the hook that loads 16 bytes
  unsigned zeros_ = 0;   // by number of the register
};

}  // namespace

std::vector<WatchedInstruction> find_unseen_accesses(const std::string& path, std::uint64_t base) {
  const CodeFile file(path);
  Disassembler disassembler;
  std::vector<WatchedInstruction> found;
  const auto scan = [&](const FunctionCode& function) {
    FunctionScan seen(file);
    disassembler.for_each(function, [&](const cs_insn& code) {
      seen.visit(code, written_by(disassembler.registers_written(code)));
    });
    seen.finish();
    return seen;
  };
  const auto add = [&](const std::vector<WatchedInstruction>& more) {
    found.insert(found.end(), more.begin(), more.end());
  };
  for (const FunctionCode& function : file.functions()) {
    if (may_be_atomic(function.bytes)) add(scan(function).atomic());
  }
  const bool has_atomic = !found.empty();
  for (const FunctionCode& function : file.functions()) {
    if (!has_atomic && !file.has_assembly(function) && may_call_hook(file, function)) continue;
    std::vector<WatchedInstruction> plain = scan(function).plain();
    for (WatchedInstruction& one : plain) one.quiet = !has_atomic && !file.is_assembly(one.address);
    add(plain);
  }
  for (WatchedInstruction& one : found) {
    one.address += base;
    if (one.distance_at != 0) one.displacement += static_cast<std::int64_t>(base);
  }
  std::ranges::sort(found, {}, &WatchedInstruction::address);
  return found;
}

bool is_stood_in_for(std::string_view file) {
  constexpr std::string_view kStoodInFor[] = {"ld-linux",  "libc.so",  "libm.so",   "libmvec",   "libpthread",
                                              "libdl.so",  "librt.so", "libgcc_s.", "libstdc++", "libc++",
                                              "libatomic", "libgomp",  "linux-vdso"};
  const std::string_view name = file.substr(file.rfind('/') + 1);
  return std::ranges::any_of(kStoodInFor, [&](std::string_view one) { return name.starts_with(one); });
}

std::vector<WatchedInstruction> find_unseen_accesses(const std::vector<LoadedModule>& modules) {
  std::vector<WatchedInstruction> found;
  for (const LoadedModule& module : modules) {
    if (module.ours || is_stood_in_for(module.file)) continue;
    const std::vector<WatchedInstruction> more = find_unseen_accesses(module.file, module.base);
    found.insert(found.end(), more.begin(), more.end());
  }
  std::ranges::sort(found, {}, &WatchedInstruction::address);
  return found;
}

}  // namespace linnet
