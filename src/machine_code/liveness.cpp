// What each instruction reads and writes of the frame, and what follows from that.
#include "machine_code/liveness.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <optional>

#include "machine_code/unseen_accesses.hpp"

namespace linnet {

namespace {

using Held = HeldValue::Kind;
using OperandIs = Operand::Kind;

constexpr std::uint8_t kKeptRegisters[FrameFacts::kRegisters] = {3, kFramePointer, 12, 13, 14, 15};
constexpr std::int64_t kLargestFrame = 8192;
constexpr std::uint8_t kExpected = 6;  // rsi: the second argument
constexpr std::uint8_t kResult = 0;    // rax
constexpr std::uint8_t kResultBit = 1u << FrameFacts::kRegisters;

std::uint8_t bit_of(std::uint8_t reg) {
  for (std::size_t i = 0; i < std::size(kKeptRegisters); ++i) {
    if (kKeptRegisters[i] == reg) return static_cast<std::uint8_t>(1u << i);
  }
  return reg == kResult ? kResultBit : 0;
}

struct Place {
  std::int64_t begin = 0, size = 0;
};

// What an instruction does with the frame.
struct FrameUse {
  std::uint8_t reads = 0, writes = 0;  // registers that calls keep, and the result
  std::vector<Place> read, written;
  bool reads_all = false;      // a place that is not known
  bool reads_through = false;  // through a pointer, as a call does: all, if an address was given away
  bool gives_away = false;     // an address in the frame
};

// Instructions that write their first operand without reading it, whatever they find in it.
bool only_writes_first(const Instruction& code) {
  switch (code.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
    case X86_INS_LEA:
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
  switch (code.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
    case X86_INS_LEA:
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
  UseOf(const CodeFile& file, const FunctionNode& node) : file_(file), code_(node.code), state_(node.before) {
    // A function may give back the result of the last one that it called. One of another file that it goes on in does not read it.
    const bool goes_on_elsewhere = code_.jumps && called_name(file, code_) != nullptr;
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
  // The function saves a register of its caller: it does not read it for itself.
  bool saves(const Operand& from) const {
    const bool stores =
        code_.id == X86_INS_PUSH || (code_.id == X86_INS_MOV && code_[0].kind == OperandIs::memory &&
                                     state_.address_of(code_[0]).is(Held::frame));
    return stores && from.is_general() && from.size == 8 &&
           held(from.reg) == HeldValue{Held::entry, from.reg};
  }
  // It restores one: what it reads is the caller's.
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
  // An address in the frame is an operand: that is well where it stays in a register that is followed.
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
        // An index makes it an address that is not known; in a register that is not as wide it is one no more.
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
    const std::string* name = called_name(file_, code_);
    const bool hook = name != nullptr && name->starts_with("__tsan_");
    const bool compares =
        hook && (name->ends_with("compare_exchange_strong") || name->ends_with("compare_exchange_weak"));
    if (!hook) use_.reads_through = true;
    use_.writes |= kResultBit;
    for (const std::uint8_t reg : kArguments) {
      if (!held(reg).may_be_frame()) continue;
      // What is expected is noted when the hook is called: it is read then, and not later.
      if (compares && reg == kExpected && held(reg).is(Held::frame)) {
        use_.read.push_back({held(reg).n, atomic_size(*name)});
        continue;
      }
      // Hooks of plain accesses read nothing.
      if (hook && !name->starts_with("__tsan_atomic") && !name->starts_with("__tsan_mem")) continue;
      use_.gives_away = true;
    }
  }

  const CodeFile& file_;
  const Instruction& code_;
  const FrameState& state_;
  FrameUse use_;
};

// A set of registers and of bytes of the frame.
class LiveSet {
 public:
  void resize(std::size_t bytes) { words_.resize((bytes + 63) / 64); }
  bool join(const LiveSet& other) {
    bool changed = (other.registers & ~registers) != 0;
    registers |= other.registers;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      changed |= (other.words_[i] & ~words_[i]) != 0;
      words_[i] |= other.words_[i];
    }
    return changed;
  }
  void add_all() { std::ranges::fill(words_, ~std::uint64_t{0}); }
  void set(std::size_t begin, std::size_t end, bool live) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t mask = std::uint64_t{1} << (i % 64);
      words_[i / 64] = live ? words_[i / 64] | mask : words_[i / 64] & ~mask;
    }
  }
  bool has(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }

  std::uint8_t registers = 0;

 private:
  std::vector<std::uint64_t> words_;
};

// The components of nodes that reach each other.
class Cycles {
 public:
  explicit Cycles(const FunctionFlow& flow)
      : flow_(flow),
        component_(flow.nodes.size(), kNone),
        low_(flow.nodes.size()),
        index_(flow.nodes.size(), kNone) {
    for (std::uint32_t node = 0; node < flow.nodes.size(); ++node) {
      if (index_[node] == kNone) visit(node);
    }
  }
  std::uint32_t component(std::uint32_t node) const { return component_[node]; }
  bool is_cycle(std::uint32_t component) const { return is_cycle_[component]; }
  std::size_t count() const { return is_cycle_.size(); }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Tarjan's algorithm, without recursion.
  void visit(std::uint32_t root) {
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{root, 0}};
    enter(root);
    while (!path.empty()) {
      auto& [node, next] = path.back();
      const auto& successors = flow_.nodes[node].successors;
      if (next < successors.size()) {
        const std::uint32_t to = successors[next++];
        if (index_[to] == kNone) {
          enter(to);
          path.emplace_back(to, 0);
        } else if (component_[to] == kNone) {
          low_[node] = std::min(low_[node], index_[to]);
        }
        continue;
      }
      const std::uint32_t done = node;
      if (low_[done] == index_[done]) close(done);
      path.pop_back();
      if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[done]);
    }
  }
  void enter(std::uint32_t node) {
    index_[node] = low_[node] = static_cast<std::uint32_t>(entered_++);
    open_.push_back(node);
  }
  void close(std::uint32_t root) {
    const auto number = static_cast<std::uint32_t>(is_cycle_.size());
    bool several = open_.back() != root;
    for (std::uint32_t node = kNone; node != root;) {
      node = open_.back();
      open_.pop_back();
      component_[node] = number;
    }
    several |= std::ranges::find(flow_.nodes[root].successors, root) != flow_.nodes[root].successors.end();
    is_cycle_.push_back(several);
  }

  const FunctionFlow& flow_;
  std::vector<std::uint32_t> component_, low_, index_, open_;
  std::vector<bool> is_cycle_;
  std::size_t entered_ = 0;
};

class FunctionLiveness {
 public:
  FunctionLiveness(const CodeFile& file, const FunctionFlow& flow) : flow_(flow) {
    for (const FunctionNode& node : flow.nodes) {
      uses_.push_back(UseOf(file, node).find());
      const FrameUse& use = uses_.back();
      given_away_ |= use.gives_away;
      for (const std::vector<Place>* places : {&use.read, &use.written}) {
        for (const Place& place : *places) lowest_ = std::min(lowest_, place.begin);
      }
      for (const HeldValue& value : node.before.registers) {
        if (value.is(Held::frame)) lowest_ = std::min(lowest_, value.n);
        // The address of an argument on the stack: how far they go is not known.
        if (value.is(Held::frame) && value.n >= 0) known_ = false;
      }
      for (const Place& place : use.read) incoming_ = std::max(incoming_, place.begin + place.size);
    }
    for (std::uint32_t node = 0; node < uses_.size(); ++node) given_away_ |= loses_address(node);
    lowest_ = std::max(lowest_, -kLargestFrame - 1);
    known_ = known_ && lowest_ >= -kLargestFrame;
    if (known_) solve();
  }

  bool known() const { return known_; }
  // Once the call returns, or throws, and while it runs.
  LiveSet during(std::uint32_t call) const {
    LiveSet live = empty();
    for (const std::uint32_t next : flow_.nodes[call].successors) {
      LiveSet there = before_[next];
      // Where it throws, rax is not its result.
      const bool returns = flow_.nodes[next].code.address == flow_.nodes[call].code.next;
      if (!returns) there.registers &= static_cast<std::uint8_t>(~kResultBit);
      live.join(there);
    }
    if (uses_[call].reads_through && given_away_) live.add_all();
    return live;
  }
  std::int64_t lowest() const { return lowest_; }
  std::uint32_t incoming() const { return static_cast<std::uint32_t>(std::max<std::int64_t>(incoming_, 0)); }

 private:
  // It reads a place where an address in the frame may lie, other than as a whole into a register.
  bool loses_address(std::uint32_t node) const {
    const Instruction& code = flow_.nodes[node].code;
    const FrameState& before = flow_.nodes[node].before;
    const bool loads = code.id == X86_INS_MOV && code[0].is_general() && code[0].size == 8;
    return std::ranges::any_of(uses_[node].read, [&](const Place& read) {
      return before.may_be_spilled(read.begin, read.size) && !(loads && before.spilled_at(read.begin));
    });
  }
  LiveSet empty() const {
    LiveSet set;
    set.resize(static_cast<std::size_t>(-lowest_));
    return set;
  }
  void set(LiveSet& live, const Place& place, bool is_live) const {
    const std::int64_t begin = std::max(place.begin, lowest_),
                       end = std::min<std::int64_t>(place.begin + place.size, 0);
    if (begin < end)
      live.set(static_cast<std::size_t>(begin - lowest_), static_cast<std::size_t>(end - lowest_), is_live);
  }
  void solve() {
    before_.assign(flow_.nodes.size(), empty());
    std::vector<std::vector<std::uint32_t>> predecessors(flow_.nodes.size());
    std::vector<std::uint32_t> work;
    std::vector<bool> waits(flow_.nodes.size(), true);
    for (std::uint32_t node = 0; node < flow_.nodes.size(); ++node) {
      for (const std::uint32_t next : flow_.nodes[node].successors) predecessors[next].push_back(node);
      work.push_back(node);
    }
    while (!work.empty()) {
      const std::uint32_t node = work.back();
      work.pop_back();
      waits[node] = false;
      if (!before_[node].join(live_before(node))) continue;
      for (const std::uint32_t from : predecessors[node]) {
        if (!waits[from]) work.push_back(from);
        waits[from] = true;
      }
    }
  }
  LiveSet live_before(std::uint32_t node) const {
    const FrameUse& use = uses_[node];
    LiveSet live = empty();
    for (const std::uint32_t next : flow_.nodes[node].successors) live.join(before_[next]);
    live.registers = static_cast<std::uint8_t>((live.registers & ~use.writes) | use.reads);
    for (const Place& place : use.written) set(live, place, false);
    for (const Place& place : use.read) set(live, place, true);
    if (use.reads_all || (use.reads_through && given_away_)) live.add_all();
    return live;
  }

  const FunctionFlow& flow_;
  std::vector<FrameUse> uses_;
  std::vector<LiveSet> before_;
  bool given_away_ = false, known_ = true;
  std::int64_t lowest_ = -8, incoming_ = 0;
};

// What is live of the frame, as ranges from the stack pointer on.
void add_slots(const LiveSet& live, std::int64_t lowest, FrameFacts& facts) {
  const std::int64_t bottom = -static_cast<std::int64_t>(facts.size);
  const auto is_live = [&](std::int64_t place) {
    return place >= lowest && live.has(static_cast<std::size_t>(place - lowest));
  };
  constexpr std::int64_t kReturnAddress = -8;  // is found by itself
  for (std::int64_t place = bottom; place < kReturnAddress;) {
    const std::int64_t begin = place;
    while (place < kReturnAddress && is_live(place)) ++place;
    if (place > begin)
      facts.slots.emplace_back(static_cast<std::uint32_t>(begin - bottom),
                               static_cast<std::uint32_t>(place - begin));
    while (place < kReturnAddress && !is_live(place)) ++place;
  }
}

// Registers that hold addresses in the frame: it may be unwound by them.
std::uint8_t frame_pointers(const FrameState& state) {
  std::uint8_t found = 0;
  for (const std::uint8_t reg : kKeptRegisters) {
    if (state.registers[reg].is(Held::frame)) found |= bit_of(reg);
  }
  return found;
}

// Where the caller's registers are. False if that is not known of one.
bool find_saved(const FrameState& state, FrameFacts& facts) {
  for (std::size_t i = 0; i < FrameFacts::kRegisters; ++i) {
    const std::uint8_t reg = kKeptRegisters[i];
    if (state.saved[reg] != FrameState::kNowhere) {  // from where it will be restored
      facts.saved[i] = static_cast<std::int32_t>(state.saved[reg] + facts.size);
    } else if (state.registers[reg] == HeldValue{Held::entry, reg}) {
      facts.saved[i] = FrameFacts::kInRegister;
    } else {
      return false;
    }
  }
  return true;
}

// What the runtime sees of functions of other files: hooks, and what leads to nothing but hooks.
bool is_seen(std::string_view name) {
  constexpr std::string_view kBeginnings[] = {
      "__tsan_", "__wrap_", "__atomic_", "pthread_mutex_", "pthread_rwlock_", "pthread_spin_", "sem_", "_Znw",
      "_Zna",    "_Zdl",    "_Zda"};
  constexpr std::string_view kNames[] = {
      "sched_yield",    "thrd_yield", "malloc",        "calloc",           "free",         "aligned_alloc",
      "__tls_get_addr", "abort",      "__assert_fail", "__stack_chk_fail", "pthread_self", "_Unwind_Resume"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view one) { return name.starts_with(one); }) ||
         std::ranges::find(kNames, name) != std::end(kNames);
}

bool is_plain_store(const Instruction& code) {
  switch (code.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVAPS:
    case X86_INS_MOVUPS:
    case X86_INS_MOVDQA:
    case X86_INS_MOVDQU:
    case X86_INS_MOVQ:
    case X86_INS_MOVD: return true;
    default: return false;
  }
}

// Whether it may read what is not in the frame.
bool reads_memory_of_others(const FunctionNode& node) {
  const Instruction& code = node.code;
  if (code.calls || code.jumps || code.returns || code.id == X86_INS_LEA || code.id == X86_INS_NOP)
    return false;
  if (code.is_string()) return true;
  for (std::size_t i = 0; i < code.count; ++i) {
    const Operand& operand = code[i];
    if (operand.kind != OperandIs::memory || (i == 0 && is_plain_store(code))) continue;
    if (!node.before.address_of(operand).is(Held::frame)) return true;
  }
  return false;
}

// By node: whether that may happen on a way to it since the call before.
std::vector<bool> reads_since_call(const FunctionFlow& flow) {
  std::vector<bool> reads(flow.nodes.size());
  std::vector<std::uint32_t> work;
  for (std::uint32_t node = 0; node < flow.nodes.size(); ++node) {
    if (reads_memory_of_others(flow.nodes[node])) work.push_back(node);
  }
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    for (const std::uint32_t next : flow.nodes[node].successors) {
      if (reads[next]) continue;
      reads[next] = true;
      if (!flow.nodes[next].code.calls) work.push_back(next);
    }
  }
  return reads;
}

bool writes_memory_of_others(const FunctionNode& node) {
  const Instruction& code = node.code;
  if (code.calls || code.id == X86_INS_PUSH || code.count == 0) return false;
  if (code.is_string()) return true;
  const Operand& to = code[0];
  const bool compares =
      code.id == X86_INS_CMP || code.id == X86_INS_TEST || code.id == X86_INS_NOP || code.jumps;
  return to.kind == OperandIs::memory && !compares && !node.before.address_of(to).may_be_frame();
}

// Whether the function uses memory without telling of it.
bool is_without_hooks(const CodeFile& file, const FunctionFlow& flow) {
  const auto is_hook = [&](const FunctionNode& node) {
    const std::string* name = called_name(file, node.code);
    return name != nullptr && name->starts_with("__tsan_");
  };
  const auto uses_memory = [](const FunctionNode& node) {
    return writes_memory_of_others(node) || reads_memory_of_others(node);
  };
  return std::ranges::none_of(flow.nodes, is_hook) && std::ranges::any_of(flow.nodes, uses_memory);
}

}  // namespace

std::optional<FunctionFlow> FileLiveness::follow(std::uint64_t address) {
  const auto function = unwound_code(file_, address);
  return function ? follow_function(file_, disassembler_, *function) : std::nullopt;
}

bool FileLiveness::calls_unseen(const Instruction& code) {
  if (code.id == X86_INS_SYSCALL || code.id == X86_INS_INT) return true;
  if (const std::string* name = called_name(file_, code)) return !is_seen(*name);
  const auto target = code.target();
  return !target || is_unseen(*target);
}

bool FileLiveness::is_unseen(std::uint64_t function) {
  const auto [known, is_new] = unseen_.emplace(function, false);  // in a recursion it adds nothing
  if (!is_new) return known->second;
  const auto flow = follow(function);
  bool unseen = !flow || is_without_hooks(file_, *flow);
  for (std::size_t i = 0; flow && i < flow->nodes.size(); ++i) {
    const FunctionNode& node = flow->nodes[i];
    const bool leaves =
        node.code.calls || (node.code.jumps && node.leaves) || node.code.id == X86_INS_SYSCALL;
    unseen |= leaves && calls_unseen(node.code);
  }
  return unseen_[function] = unseen;
}

std::vector<FrameFacts> FileLiveness::facts_at(std::uint64_t address) {
  std::vector<FrameFacts> all;
  const auto flow = follow(address);
  if (!flow) return all;
  const FunctionLiveness liveness(file_, *flow);
  if (!liveness.known()) return all;
  const Cycles cycles(*flow);
  const std::vector<bool> reads = reads_since_call(*flow);
  bool anywhere = is_without_hooks(file_, *flow);
  std::vector<bool> unseen(cycles.count(), anywhere);
  for (std::uint32_t node = 0; node < flow->nodes.size(); ++node) {
    const Instruction& code = flow->nodes[node].code;
    const bool is_call = code.calls || code.id == X86_INS_SYSCALL || code.id == X86_INS_INT;
    if (!is_call || !calls_unseen(code)) continue;
    anywhere = true;
    if (cycles.is_cycle(cycles.component(node))) unseen[cycles.component(node)] = true;
  }
  for (std::uint32_t node = 0; node < flow->nodes.size(); ++node) {
    const FunctionNode& call = flow->nodes[node];
    if (!call.code.calls) continue;
    FrameFacts& facts = all.emplace_back();
    facts.address = call.code.next;
    facts.loops = cycles.is_cycle(cycles.component(node));
    facts.unseen = facts.loops && unseen[cycles.component(node)];
    facts.calls_unseen = anywhere;
    facts.reads_unseen = reads[node];
    facts.size = static_cast<std::uint32_t>(-call.before.registers[kStackPointer].n);
    facts.incoming = liveness.incoming();
    const LiveSet live = liveness.during(node);
    facts.reads_result = (live.registers & kResultBit) != 0;
    facts.registers = static_cast<std::uint8_t>((live.registers & ~kResultBit) | frame_pointers(call.before));
    add_slots(live, liveness.lowest(), facts);
    facts.known = find_saved(call.before, facts);
  }
  return all;
}

std::vector<FrameFacts> CodeLiveness::facts_at(std::uint64_t address) {
  const auto contains = [&](const LoadedModule& module) {
    return std::ranges::any_of(
        module.ranges, [&](const auto& range) { return address >= range.first && address < range.second; });
  };
  const auto module = std::ranges::find_if(modules_, contains);
  std::vector<FrameFacts> all;
  // What the runtime and libc do is no loop of the program's.
  const bool is_program = module == modules_.end() || (!module->ours && !is_stood_in_for(module->file));
  if (is_program && module != modules_.end()) {
    FileLiveness& file = files_.try_emplace(&*module, module->file).first->second;
    all = file.facts_at(address - module->base - 1);
    for (FrameFacts& facts : all) facts.address += module->base;
  }
  if (std::ranges::find(all, address, &FrameFacts::address) == all.end()) {
    FrameFacts& unknown = all.emplace_back();
    unknown.address = address;
    unknown.loops = unknown.unseen = unknown.calls_unseen = unknown.reads_unseen = is_program;
  }
  return all;
}

std::string liveness_text(const std::string& path, std::string_view function) {
  FileLiveness file(path);
  const auto begin = file.file().function_named(function);
  if (!begin) return "";
  static constexpr const char* kNames[FrameFacts::kRegisters] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
  std::string text;
  for (const FrameFacts& facts : file.facts_at(*begin)) {
    char line[64];
    std::snprintf(line, sizeof line, "+%#llx", static_cast<unsigned long long>(facts.address - *begin));
    text += line;
    if (!facts.known) text += " not known";
    for (std::size_t i = 0; facts.known && i < FrameFacts::kRegisters; ++i) {
      if ((facts.registers >> i & 1) != 0) text += std::string(" ") + kNames[i];
    }
    if (facts.known && facts.reads_result) text += " rax";
    for (const auto& [place, size] : facts.known ? facts.slots : decltype(facts.slots)()) {
      std::snprintf(line, sizeof line, " %u(rsp):%u", place, size);
      text += line;
    }
    if (facts.loops) text += ", in a loop";
    if (facts.unseen) text += " with unseen calls";
    if (facts.reads_unseen) text += ", after unseen reads";
    text += '\n';
  }
  return text;
}

}  // namespace linnet
