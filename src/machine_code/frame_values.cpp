// A forward data flow that decodes as it goes.
#include "machine_code/frame_values.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace linnet {

namespace {

using Held = HeldValue::Kind;
using OperandIs = Operand::Kind;

constexpr std::size_t kMostInstructions = 20'000;
constexpr std::size_t kMostTargets = 4'096;
constexpr std::uint8_t kRax = 0, kRcx = 1, kRdx = 2, kRbx = 3;
constexpr std::uint8_t kKept[] = {kRbx, kFramePointer, 12, 13, 14, 15};

bool is_kept(std::uint8_t reg) {
  return std::ranges::find(kKept, reg) != std::end(kKept);
}

HeldValue other() {
  return {Held::other, 0};
}

HeldValue joined(const HeldValue& a, const HeldValue& b) {
  if (a == b || b.is(Held::nothing)) return a;
  if (a.is(Held::nothing)) return b;
  return a.may_be_frame() || b.may_be_frame() ? HeldValue{Held::mixed, 0} : other();
}

// These functions do not return. If an instruction follows the call, it belongs to another function.
bool never_returns(std::string_view name) {
  constexpr std::string_view kNames[] = {"abort",
                                         "exit",
                                         "_exit",
                                         "_Exit",
                                         "quick_exit",
                                         "__assert_fail",
                                         "__assert_perror_fail",
                                         "__stack_chk_fail",
                                         "_Unwind_Resume",
                                         "__cxa_throw",
                                         "__cxa_rethrow",
                                         "__cxa_bad_cast",
                                         "__cxa_bad_typeid",
                                         "__cxa_throw_bad_array_new_length",
                                         "__cxa_pure_virtual",
                                         "pthread_exit",
                                         "longjmp",
                                         "_longjmp",
                                         "siglongjmp",
                                         "__longjmp_chk",
                                         "_ZSt9terminatev",
                                         "__chk_fail",
                                         "__cxa_call_terminate"};
  const bool throws = name.starts_with("_ZSt") && name.find("__throw_") != name.npos;
  return throws || std::ranges::find(kNames, name) != std::end(kNames);
}

bool returns_twice(std::string_view name) {
  return name == "setjmp" || name == "_setjmp" || name == "__sigsetjmp" || name == "vfork";
}

bool ends_here(const Instruction& code) {
  return code.id == X86_INS_UD2 || code.id == X86_INS_HLT || code.id == X86_INS_INT3;
}

// Changes a state as one instruction does. Returns false if the height of the stack is no longer known.
class Transfer {
 public:
  Transfer(const CodeFile& file, const Instruction& code, FrameState& state)
      : file_(file), code_(code), state_(state) {}

  bool run() {
    switch (code_.id) {
      case X86_INS_PUSH: push(); break;
      case X86_INS_POP: pop(); break;
      case X86_INS_MOV:
      case X86_INS_MOVABS:
      case X86_INS_MOVSXD: move(); break;
      case X86_INS_CDQE: extend(); break;
      case X86_INS_LEA: set(code_[0], lea()); break;
      case X86_INS_ADD: add(1); break;
      case X86_INS_SUB: add(-1); break;
      case X86_INS_LEAVE: leave(); break;
      case X86_INS_CMP:
      case X86_INS_TEST:
      case X86_INS_NOP:
      case X86_INS_ENDBR64: break;
      default: code_.calls ? call() : anything(); break;
    }
    return held(kStackPointer).is(Held::frame);
  }

 private:
  HeldValue& held(std::uint8_t reg) { return state_.registers[reg]; }
  void set(const Operand& to, HeldValue value) {
    if (!to.is_general()) return;
    const bool keeps = to.size == 8 || !value.may_be_frame();
    held(to.reg) = to.is_whole() && keeps ? value : joined(held(to.reg), other());
  }
  void move_stack(std::int64_t bytes) {
    if (held(kStackPointer).is(Held::frame)) held(kStackPointer).n += bytes;
  }
  void doubt_all() { state_.doubt(-FrameState::kFarthest, 2 * FrameState::kFarthest); }
  // The place now holds something else.
  void store(const HeldValue& at, std::uint8_t size, const HeldValue& value) {
    if (at.is(Held::mixed)) doubt_all();
    if (!at.is(Held::frame)) return;
    state_.overwrite(at.n, size);
    if (size == 8 && value.is(Held::frame)) {
      state_.spilled.emplace_back(at.n, value.n);
      std::ranges::sort(state_.spilled);
    }
    for (std::int64_t& place : state_.saved) {
      if (place != FrameState::kNowhere && at.n < place + 8 && place < at.n + size)
        place = FrameState::kNowhere;
    }
    const auto reg = static_cast<std::size_t>(value.n);
    if (size == 8 && value.is(Held::entry) && state_.saved[reg] == FrameState::kNowhere)
      state_.saved[reg] = at.n;
  }
  HeldValue load(const HeldValue& at, std::uint8_t size) const {
    if (!at.is(Held::frame) || size != 8) return other();
    if (const auto address = state_.spilled_at(at.n)) return *address;
    const auto reg = state_.saved_at(at.n);
    return reg ? HeldValue{Held::entry, *reg} : other();
  }
  HeldValue value_of(const Operand& from) {
    if (from.is_general()) return from.size == 8 ? held(from.reg) : narrowed(held(from.reg));
    if (from.kind != OperandIs::memory) return other();
    if (from.size == 4) {
      if (const auto table = table_of(from)) return {Held::table_entry, *table};
    }
    if (from.size == 8 && from.base == Operand::kInstructionPointer && from.index == Operand::kNoRegister) {
      const std::uint64_t slot = code_.next + static_cast<std::uint64_t>(from.value);
      if (file_.called_through_slot(slot) != nullptr)
        return {Held::function, static_cast<std::int64_t>(slot)};
    }
    return load(state_.address_of(from), from.size);
  }
  static HeldValue narrowed(const HeldValue& value) {
    return value.is(Held::table_entry) ? value : value.may_be_frame() ? HeldValue{Held::mixed, 0} : other();
  }
  std::optional<std::int64_t> table_of(const Operand& memory) {
    for (const std::uint8_t reg : {memory.base, memory.index}) {
      if (reg < Operand::kNoRegister && held(reg).is(Held::table) && memory.value == 0) return held(reg).n;
    }
    return std::nullopt;
  }

  void push() {
    const HeldValue value = code_[0].size == 8 ? value_of(code_[0]) : other();
    const std::uint8_t size = code_[0].kind == OperandIs::constant ? 8 : code_[0].size;
    move_stack(-size);
    store(held(kStackPointer), size, value);
  }
  void pop() {
    const HeldValue value = load(held(kStackPointer), code_[0].size);
    move_stack(code_[0].size);
    if (code_[0].kind == OperandIs::memory) {
      store(state_.address_of(code_[0]), code_[0].size, value);
    } else {
      set(code_[0], value);
    }
  }
  void move() {
    const HeldValue value = value_of(code_[1]);
    if (code_[0].kind == OperandIs::memory) {
      store(state_.address_of(code_[0]), code_[0].size, value);
    } else {
      set(code_[0], value);
    }
  }
  void extend() {
    if (!held(kRax).is(Held::table_entry)) held(kRax) = narrowed(held(kRax));
  }
  HeldValue lea() {
    const Operand& memory = code_[1];
    if (memory.base == Operand::kInstructionPointer && memory.index == Operand::kNoRegister) {
      const std::uint64_t address = code_.next + static_cast<std::uint64_t>(memory.value);
      const bool constant = !file_.is_code(address) && !file_.constant_bytes(address).empty();
      return constant ? HeldValue{Held::table, static_cast<std::int64_t>(address)} : other();
    }
    if (memory.base < Operand::kNoRegister && memory.index < Operand::kNoRegister && memory.scale == 1 &&
        memory.value == 0)
      return sum(held(memory.base), held(memory.index));
    return state_.address_of(memory);
  }
  static HeldValue sum(const HeldValue& a, const HeldValue& b) {
    const bool target =
        (a.is(Held::table) && b.is(Held::table_entry)) || (b.is(Held::table) && a.is(Held::table_entry));
    if (target && a.n == b.n) return {Held::table_target, a.n};
    return a.may_be_frame() || b.may_be_frame() ? HeldValue{Held::mixed, 0} : other();
  }
  void add(std::int64_t sign) {
    const Operand &to = code_[0], &by = code_[1];
    if (to.kind == OperandIs::memory) return store(state_.address_of(to), to.size, other());
    if (!to.is_general()) return anything();
    HeldValue value =
        to.size == 8 && sign > 0 ? sum(held(to.reg), value_of(by)) : joined(held(to.reg), other());
    if (to.size == 8 && by.kind == OperandIs::constant) {
      value = held(to.reg);
      if (value.is(Held::frame)) {
        value.n += sign * by.value;
      } else if (!value.is(Held::mixed)) {
        value = other();
      }
    }
    set(to, value);
  }
  void leave() {
    held(kStackPointer) = held(kFramePointer);
    held(kFramePointer) = load(held(kStackPointer), 8);
    move_stack(8);
  }
  void call() {
    constexpr std::uint8_t kArguments[] = {7, 6, 2, 1, 8, 9};
    constexpr std::int64_t kMostWritten = 16;  // by a compare-exchange that fails
    for (const std::uint8_t reg : kArguments) {
      if (held(reg).is(Held::mixed)) doubt_all();
      if (held(reg).is(Held::frame)) state_.doubt(held(reg).n, kMostWritten);
    }
    for (std::uint8_t reg = 0; reg < state_.registers.size(); ++reg) {
      if (!is_kept(reg) && reg != kStackPointer) held(reg) = other();
    }
  }
  // It may have written every operand that it names.
  void anything() {
    std::uint32_t written = code_.written;
    bool mixes = false;
    for (std::size_t i = 0; i < code_.count; ++i) {
      if (!code_[i].is_general()) continue;
      written |= 1u << code_[i].reg;
      mixes |= held(code_[i].reg).may_be_frame();
    }
    if (code_.is_string()) written |= 1u << kRcx | 1u << 6 | 1u << 7;
    if (code_.id == X86_INS_CPUID) written |= 1u << kRbx | 1u << kRcx | 1u << kRdx | 1u << kRax;
    for (std::uint8_t reg = 0; reg < state_.registers.size(); ++reg) {
      if ((written >> reg & 1) != 0) held(reg) = mixes ? HeldValue{Held::mixed, 0} : other();
    }
    if (code_.is_string()) doubt_all();
    if (code_[0].kind != OperandIs::memory) return;
    constexpr std::int64_t kLargestVector = 64;
    if (const HeldValue at = state_.address_of(code_[0]); at.is(Held::frame))
      state_.doubt(at.n, kLargestVector);
    store(state_.address_of(code_[0]), code_[0].size, other());
  }

  const CodeFile& file_;
  const Instruction& code_;
  FrameState& state_;
};

class Follower {
 public:
  Follower(const CodeFile& file, Disassembler& disassembler, const UnwoundCode& function)
      : file_(file), disassembler_(disassembler), parts_{function} {}

  std::optional<FunctionFlow> run() {
    FrameState entry;
    for (std::uint8_t reg = 0; reg < entry.registers.size(); ++reg)
      entry.registers[reg] = is_kept(reg) ? HeldValue{Held::entry, reg} : other();
    entry.registers[kStackPointer] = {Held::frame, -8};
    reach(parts_.front().begin, entry);
    while (known_ && !work_.empty()) {
      const std::uint32_t node = work_.back();
      work_.pop_back();
      flow_.nodes[node].successors.clear();
      step(node);
    }
    if (!known_) return std::nullopt;
    return std::move(flow_);
  }

 private:
  // The part of the function that the address is in. Parts are found when they are jumped to.
  const UnwoundCode* part_of(std::uint64_t address) {
    for (const UnwoundCode& part : parts_) {
      if (address >= part.begin && address < part.end) return &part;
    }
    const auto found = unwound_code(file_, address);
    return found && found->is_part ? &parts_.emplace_back(*found) : nullptr;
  }

  std::uint32_t reach(std::uint64_t address, const FrameState& state) {
    const auto [at, is_new] = flow_.number.emplace(address, static_cast<std::uint32_t>(flow_.nodes.size()));
    const std::uint32_t number = at->second;
    if (is_new) {
      const auto code = decode(disassembler_, file_.constant_bytes(address), address);
      if (!code || flow_.nodes.size() == kMostInstructions) {
        known_ = false;
        return 0;
      }
      flow_.nodes.emplace_back().code = *code;
    }
    if (flow_.nodes[number].before.join(state) || is_new) work_.push_back(number);
    return number;
  }

  void go(std::uint32_t from, std::uint64_t address, const FrameState& state) {
    if (part_of(address) == nullptr) {
      known_ = false;
      return;
    }
    const std::uint32_t to = reach(address, state);
    if (known_) flow_.nodes[from].successors.push_back(to);
  }

  void step(std::uint32_t number) {
    const Instruction code = flow_.nodes[number].code;
    FrameState state = flow_.nodes[number].before;
    if (code.returns) {
      flow_.nodes[number].leaves = true;
      known_ = is_at_entry(state);
      return;
    }
    if (ends_here(code)) return;
    if (code.jumps) return jump(number, code, state);
    if (!Transfer(file_, code, state).run()) {
      known_ = false;
      return;
    }
    if (code.calls) return call(number, code, state);
    go(number, code.next, state);
  }

  static bool is_at_entry(const FrameState& state) {
    return state.registers[kStackPointer] == HeldValue{Held::frame, -8};
  }

  void call(std::uint32_t number, const Instruction& code, const FrameState& after) {
    const std::string* name = called_name(file_, code);
    if (name != nullptr && returns_twice(*name)) known_ = false;
    const UnwoundCode& part = *part_of(code.address);
    const auto pads = part.pads;
    for (const UnwoundCode::LandingPad& pad : pads) {
      if (code.address >= pad.first && code.address < pad.end) go(number, pad.target, after);
    }
    const bool is_last = code.next == part_of(code.address)->end;  // nothing is there to return to
    if (!is_last && !(name != nullptr && never_returns(*name))) go(number, code.next, after);
  }

  void jump(std::uint32_t number, const Instruction& code, const FrameState& state) {
    const bool conditional = code.id != X86_INS_JMP;
    if (const auto target = code.target()) {
      if (part_of(*target) != nullptr) {
        go(number, *target, state);
      } else {
        leave(number, state);
      }
    } else {
      jump_through(number, code, state);
    }
    if (conditional) go(number, code.next, state);
  }
  // The code jumps to another function, so the frame is gone.
  void leave(std::uint32_t number, const FrameState& state) {
    flow_.nodes[number].leaves = true;
    if (!is_at_entry(state)) known_ = false;
  }

  void jump_through(std::uint32_t number, const Instruction& code, const FrameState& state) {
    const Operand& through = code[0];
    if (!through.is_general() || !state.registers[through.reg].is(Held::table_target))
      return leave(number, state);
    const auto table = static_cast<std::uint64_t>(state.registers[through.reg].n);
    const auto targets = targets_of(table);
    if (targets.empty()) known_ = false;
    for (const std::uint64_t target : targets) {
      if (known_) go(number, target, state);
    }
  }
  // The code does not say how many entries the table has. All that lead into this function are taken; too many do no harm.
  std::vector<std::uint64_t> targets_of(std::uint64_t table) {
    std::vector<std::uint64_t> targets;
    const auto bytes = file_.constant_bytes(table);
    for (std::size_t i = 0; i + 4 <= bytes.size() && targets.size() < kMostTargets; i += 4) {
      std::int32_t distance = 0;
      std::memcpy(&distance, bytes.data() + i, sizeof distance);
      const std::uint64_t target = table + static_cast<std::uint64_t>(std::int64_t{distance});
      if (!file_.is_code(target) || part_of(target) == nullptr) break;
      targets.push_back(target);
    }
    std::ranges::sort(targets);
    const auto repeated = std::ranges::unique(targets);
    targets.erase(repeated.begin(), repeated.end());
    return targets;
  }

  const CodeFile& file_;
  Disassembler& disassembler_;
  std::vector<UnwoundCode> parts_;
  FunctionFlow flow_;
  std::vector<std::uint32_t> work_;
  bool known_ = true;
};

}  // namespace

FrameState::FrameState() {
  saved.fill(kNowhere);
}

bool FrameState::join(const FrameState& other) {
  if (registers[kStackPointer].is(Held::nothing)) {
    *this = other;
    return true;
  }
  const FrameState before = *this;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    registers[i] = joined(registers[i], other.registers[i]);
    if (saved[i] != other.saved[i]) saved[i] = kNowhere;
  }
  for (auto& [place, address] : spilled) {
    if (!std::ranges::binary_search(other.spilled, std::pair(place, address))) address = kNowhere;
  }
  for (const auto& [place, address] : other.spilled) {
    if (!spilled_at(place)) spilled.emplace_back(place, kNowhere);
  }
  std::ranges::sort(spilled);
  return before.registers != registers || before.saved != saved || before.spilled != spilled;
}

std::optional<HeldValue> FrameState::spilled_at(std::int64_t place) const {
  const auto found = std::ranges::find(spilled, place, &std::pair<std::int64_t, std::int64_t>::first);
  if (found == spilled.end()) return std::nullopt;
  return found->second == kNowhere ? HeldValue{Held::mixed, 0} : HeldValue{Held::frame, found->second};
}

bool FrameState::may_be_spilled(std::int64_t place, std::int64_t size) const {
  return std::ranges::any_of(
      spilled, [&](const auto& one) { return place < one.first + 8 && one.first < place + size; });
}

void FrameState::overwrite(std::int64_t place, std::int64_t size) {
  std::erase_if(spilled, [&](const auto& one) { return place < one.first + 8 && one.first < place + size; });
}

void FrameState::doubt(std::int64_t place, std::int64_t size) {
  for (auto& one : spilled) {
    if (place < one.first + 8 && one.first < place + size) one.second = kNowhere;
  }
}

std::optional<std::uint8_t> FrameState::saved_at(std::int64_t place) const {
  const auto found = std::ranges::find(saved, place);
  if (found == saved.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - saved.begin());
}

HeldValue FrameState::address_of(const Operand& memory) const {
  if (memory.is_elsewhere) return other();
  HeldValue base = memory.base < Operand::kNoRegister ? registers[memory.base] : other();
  const bool indexed = memory.index < Operand::kNoRegister;
  const bool mixes = base.may_be_frame() || (indexed && registers[memory.index].may_be_frame());
  if (!mixes) return other();
  if (indexed || base.is(Held::mixed)) return {Held::mixed, 0};
  base.n += memory.value;
  return base;
}

std::optional<FunctionFlow> follow_function(const CodeFile& file, Disassembler& disassembler,
                                            const UnwoundCode& function) {
  if (function.is_part) return std::nullopt;
  return Follower(file, disassembler, function).run();
}

const std::string* called_name(const CodeFile& file, const Instruction& code) {
  if (const auto target = code.target()) return file.called_directly(*target);
  if (const auto slot = code.target_slot()) return file.called_through_slot(*slot);
  return nullptr;
}

const std::string* called_name(const CodeFile& file, const FunctionNode& node) {
  const Operand& through = node.code[0];
  const HeldValue held =
      node.code.calls && through.is_general() ? node.before.registers[through.reg] : HeldValue{};
  return held.is(Held::function) ? file.called_through_slot(static_cast<std::uint64_t>(held.n))
                                 : called_name(file, node.code);
}

}  // namespace linnet
