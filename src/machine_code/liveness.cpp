// The data flow: what is live before each instruction, and what calls leave to be read.
#include "machine_code/liveness.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "machine_code/frame_use.hpp"
#include "machine_code/unseen_accesses.hpp"

namespace linnet {

namespace {

using Held = HeldValue::Kind;
using OperandIs = Operand::Kind;

constexpr std::int64_t kLargestFrame = 8192;

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
      uses_.push_back(frame_use(file, node));
      const FrameUse& use = uses_.back();
      given_away_ |= use.gives_away;
      for (const std::vector<Place>* places : {&use.read, &use.written}) {
        for (const Place& place : *places) lowest_ = std::min(lowest_, place.begin);
      }
      for (const HeldValue& value : node.before.registers) {
        if (value.is(Held::frame)) lowest_ = std::min(lowest_, value.n);
        // This is the address of an argument on the stack. It is not known where the arguments end.
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
  // What is live when the call returns, when it throws, and while it runs.
  LiveSet during(std::uint32_t call) const {
    LiveSet live = empty();
    for (const std::uint32_t next : flow_.nodes[call].successors) {
      LiveSet there = before_[next];
      // If the call throws, rax is not its result.
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
  // Whether the instruction reads a place that may hold an address in the frame, and does not load it whole into a register.
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

// Registers that hold addresses in the frame. The frame may be unwound with them.
std::uint8_t frame_pointers(const FrameState& state) {
  std::uint8_t found = 0;
  for (const std::uint8_t reg : kKeptRegisters) {
    if (state.registers[reg].is(Held::frame)) found |= bit_of(reg);
  }
  return found;
}

// Finds where the caller's registers are. Returns false if that is not known for one of them.
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

// What the runtime sees of functions of other files: hooks, and functions that call nothing but hooks. What throws allocates first, which is a
// hook.
bool is_seen(std::string_view name) {
  constexpr std::string_view kBeginnings[] = {
      "__tsan_", "__wrap_", "__atomic_", "pthread_mutex_", "pthread_rwlock_", "pthread_spin_", "sem_", "_Znw",
      "_Zna",    "_Zdl",    "_Zda"};
  constexpr std::string_view kNames[] = {
      "sched_yield",    "thrd_yield", "malloc",        "calloc",           "free",         "aligned_alloc",
      "__tls_get_addr", "abort",      "__assert_fail", "__stack_chk_fail", "pthread_self", "_Unwind_Resume"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view one) { return name.starts_with(one); }) ||
         std::ranges::find(kNames, name) != std::end(kNames) ||
         (name.starts_with("_ZSt") && name.find("__throw_") != std::string_view::npos);
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

// Whether the instruction may read something outside the frame.
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

// By node: whether that may happen on a path to it, after the last call on that path.
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

// Whether the function uses memory without calling a hook.
bool is_without_hooks(const CodeFile& file, const FunctionFlow& flow) {
  const auto is_hook = [&](const FunctionNode& node) {
    const std::string* name = called_name(file, node);
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

bool FileLiveness::calls_unseen(const FunctionNode& node) {
  const Instruction& code = node.code;
  if (code.id == X86_INS_SYSCALL || code.id == X86_INS_INT) return true;
  if (const std::string* name = called_name(file_, node)) return !is_seen(*name);
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
    unseen |= leaves && calls_unseen(node);
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
    if (!is_call || !calls_unseen(flow->nodes[node])) continue;
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
  // Loops in the runtime and in libc are not loops of the program.
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

}  // namespace linnet
