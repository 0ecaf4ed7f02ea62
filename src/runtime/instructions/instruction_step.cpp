// Steps by kind of instruction. Each is executed right after, with nobody in between: so what it will find is known already.
#include "runtime/instructions/instruction_step.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/hash.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/races/plain_access.hpp"

namespace linnet::runtime {
namespace {

using Kind = InstructionKind;
__extension__ using Wide = unsigned __int128;

// What atomic instructions have accessed in this execution, by hash; of two with one place the later one. What earlier executions did must
// not matter: the same choices would lead to another step.
constinit std::array<std::uint64_t, 1024> atomic_locations{};
constinit bool has_atomic_locations = false;

class InstructionStep {
 public:
  InstructionStep(const WatchedInstruction& instruction, const TrappedRegisters& registers)
      : instruction_(instruction), registers_(registers), location_(location()) {}

  void take() const {
    switch (instruction_.kind) {
      case Kind::load:
      case Kind::store:
      case Kind::load_and_store:
      case Kind::call:
      case Kind::jump: return plain();
      case Kind::several: return note_unseen_access(pc_);
      case Kind::copy:
      case Kind::compare:
      case Kind::search:
      case Kind::fill: return string();
      case Kind::update: return update();
      case Kind::exchange:
      case Kind::set_bits:
      case Kind::clear_bits: return update_or_not();
      case Kind::compare_exchange: return compare_exchange();
      case Kind::fence: return fence();
    }
  }

 private:
  std::uint64_t value_of(std::uint8_t number) const {
    if (number == WatchedInstruction::kNoRegister) return 0;
    return number == TrappedRegisters::rsp ? registers_.stack_pointer() : registers_.general[number];
  }
  std::uint64_t operand() const {
    return instruction_.operand == WatchedInstruction::kNoRegister ? instruction_.immediate
                                                                   : value_of(instruction_.operand);
  }
  void* location() const {
    std::uint64_t address = static_cast<std::uint64_t>(instruction_.displacement) +
                            value_of(instruction_.base) + value_of(instruction_.index) * instruction_.scale;
    if (instruction_.is_thread_local) address += address_of(__builtin_thread_pointer());
    if (instruction_.operand_is_bit && instruction_.operand != WatchedInstruction::kNoRegister)
      address += static_cast<std::uint64_t>(words_to_bit()) * instruction_.size;
    return reinterpret_cast<void*>(address);
  }
  // A bit whose number is in a register may be in another word.
  std::int64_t words_to_bit() const {
    const unsigned unused = 64 - 8u * instruction_.size;
    const std::int64_t bit = static_cast<std::int64_t>(operand() << unused) >> unused;
    return bit >> (instruction_.size == 8 ? 6 : instruction_.size == 4 ? 5 : 4);
  }
  // As many bytes as are accessed, of two words at most.
  Wide truncated(Wide value) const {
    return instruction_.size >= sizeof value ? value : value & ((Wide{1} << 8 * instruction_.size) - 1);
  }
  Wide found() const {
    Wide value = 0;
    std::memcpy(&value, location_, std::min<std::size_t>(instruction_.size, sizeof value));
    return value;
  }
  // What it leaves where it found `before`.
  Wide after(Wide before) const {
    Wide bits = operand();
    if (instruction_.operand_is_bit) bits = Wide{1} << (operand() % (8u * instruction_.size));
    if (instruction_.kind == Kind::exchange) return truncated(bits);
    if (instruction_.kind == Kind::set_bits) return before | truncated(bits);
    return before & truncated(instruction_.operand_is_bit ? ~bits : bits);
  }
  Wide pair(std::uint8_t low, std::uint8_t high) const {
    const unsigned half = 8u * instruction_.size / 2;
    return truncated((value_of(low) & (~std::uint64_t{0} >> (64 - half))) | Wide{value_of(high)} << half);
  }

  // A loop comes round only with all registers as they were: this is no call, so any of them may be in use.
  std::uint64_t all_registers() const {
    constexpr std::size_t kVectors = 160, kVectorsEnd = 416;  // of 16 bytes each, in the area of xsave
    const std::uint32_t kept = instruction_.kept;
    std::uint64_t hash = (kept & WatchedInstruction::kFlags) != 0 ? registers_.flags : 0;
    for (std::uint64_t i = 0; i < registers_.general.size(); ++i) {
      if (i != TrappedRegisters::rsp && (kept >> i & 1) != 0) hash = mix(hash, registers_.general[i]);
    }
    if ((kept & WatchedInstruction::kVectors) == 0) return hash;
    for (std::size_t at = kVectors; at < kVectorsEnd; at += sizeof(std::uint64_t)) {
      std::uint64_t word;
      std::memcpy(&word, registers_.extended + at, sizeof word);
      if (word != 0) hash = mix(hash + at, word);
    }
    return hash;
  }
  void note_caller() const {
    const auto& r = registers_.general;
    const std::uint64_t below =
        (instruction_.kept & WatchedInstruction::kRedZone) != 0 ? TrappedRegisters::kRedZone : 0;
    linnet_caller = {r[TrappedRegisters::rbx],           r[TrappedRegisters::rbp], r[12], r[13], r[14], r[15],
                     registers_.stack_pointer() - below, address_of(pc_)};
  }

  // Whether it is an access that is no step, as far as anybody knows.
  bool is_no_step() const {
    if (instruction_.quiet) note_quiet_access(address_of(pc_));
    if (current.races == nullptr) return instruction_.quiet;
    return !current.races->is_known_place(address_of(pc_));
  }

  // It reads what rsi points to, unless it has but one location, and reads or writes what rdi points to.
  void string() const {
    using enum TrappedRegisters::Number;
    const Kind kind = instruction_.kind;
    const bool has_source = kind == Kind::copy || kind == Kind::compare;
    const bool writes = kind == Kind::copy || kind == Kind::fill;
    std::uint32_t size = size_of_string();
    if (size == 0) return;
    if (is_no_step()) {
      if (has_source) plain_read(first_of(rsi, size), size, pc_);
      writes ? plain_write(first_of(rdi, size), size, pc_) : plain_read(first_of(rdi, size), size, pc_);
      return;
    }
    Step& step = next_step(pc_);
    step.touch(address_of(first_of(rdi, size)), size, writes);
    if (has_source) step.touch(address_of(first_of(rsi, size)), size, false);
    take_turn();
    size = size_of_string();  // others may have changed what is compared
    if (has_source) observe(first_of(rsi, size), size, false, AtomicKind::load, __ATOMIC_ACQUIRE, pc_);
    observe(first_of(rdi, size), size, writes, writes ? AtomicKind::store : AtomicKind::load,
            writes ? __ATOMIC_RELEASE : __ATOMIC_ACQUIRE, pc_);
  }
  std::uint32_t size_of_string() const {
    using enum TrappedRegisters::Number;
    const std::uint64_t most = instruction_.repeats ? registers_.general[rcx] : 1;
    const bool compares = instruction_.kind == Kind::compare || instruction_.kind == Kind::search;
    return static_cast<std::uint32_t>((compares ? compared(most) : most) * instruction_.size);
  }
  // How many a comparison looks at, up to the one that ends it.
  std::uint64_t compared(std::uint64_t most) const {
    using enum TrappedRegisters::Number;
    const std::int64_t stride = goes_backwards() ? -instruction_.size : instruction_.size;
    auto one = registers_.general[rsi], other = registers_.general[rdi];
    for (std::uint64_t i = 0; i < most; ++i, one += static_cast<std::uint64_t>(stride)) {
      const void* with =
          instruction_.kind == Kind::search ? &registers_.general[rax] : reinterpret_cast<const void*>(one);
      const bool equal = std::memcmp(with, reinterpret_cast<const void*>(other), instruction_.size) == 0;
      if (equal == instruction_.until_equal) return i + 1;
      other += static_cast<std::uint64_t>(stride);
    }
    return most;
  }
  // What a string instruction accesses from this register on lies in the direction that the flags say.
  const void* first_of(TrappedRegisters::Number pointer, std::uint32_t size) const {
    const std::uint64_t start = registers_.general[pointer];
    return reinterpret_cast<const void*>(goes_backwards() ? start + instruction_.size - size : start);
  }
  bool goes_backwards() const {
    constexpr std::uint64_t kBackwards = 1 << 10;
    return (registers_.flags & kBackwards) != 0;
  }

  void plain() const {
    const Kind kind = instruction_.kind;
    const bool writes = kind == Kind::store || kind == Kind::load_and_store;
    if (is_no_step()) {
      if (current.races == nullptr) return;
      if (is_atomic_location())
        current.races->report_unordered(self(), {address_of(location_), instruction_.size, writes},
                                        address_of(pc_));
      if (kind != Kind::store) read_plainly();
      if (writes) plain_write(location_, instruction_.size, pc_);
      return;
    }
    if (kind != Kind::store) load();
    if (!writes) return;
    const Wide before = found();
    busy_step(location_, instruction_.size, pc_, Drains::no);
    observe(location_, instruction_.size, true, AtomicKind::store, __ATOMIC_RELEASE, pc_);
    // Others may have written since it was read: that is lost.
    if (kind == Kind::load_and_store && instruction_.size <= sizeof before)
      std::memcpy(location_, &before, instruction_.size);
  }
  // What looks for the end of a text reads sixteen bytes at a time, beyond the end of a block, too, and does not use those.
  void read_plainly() const {
    constexpr unsigned kVector = 16;
    if (instruction_.quiet && instruction_.size >= kVector) {
      observe_plain(location_, instruction_.size, false, pc_);
    } else {
      plain_read(location_, instruction_.size, pc_);
    }
  }
  // A loop that waits for a lock may read it in an order that is known, and for ever.
  bool is_atomic_location() const {
    return atomic_locations[mix(address_of(location_)) % atomic_locations.size()] == address_of(location_);
  }
  void note_atomic_location() const {
    atomic_locations[mix(address_of(location_)) % atomic_locations.size()] = address_of(location_);
    has_atomic_locations = true;
  }

  void load() const {
    note_caller();
    idle_step(location_, instruction_.size, false, {.second = all_registers()}, pc_);
    observe(location_, instruction_.size, false, AtomicKind::load, __ATOMIC_ACQUIRE, pc_);
  }
  void update() const {
    note_atomic_location();
    busy_step(location_, instruction_.size, pc_);
    observe(location_, instruction_.size, true, AtomicKind::read_modify_write, __ATOMIC_SEQ_CST, pc_);
  }
  void update_or_not() const {
    note_atomic_location();
    note_caller();
    idle_step(location_, instruction_.size, true, {.first = operand(), .second = all_registers()}, pc_);
    observe(location_, instruction_.size, true, AtomicKind::read_modify_write, __ATOMIC_SEQ_CST, pc_);
    const Wide before = found();
    self().changed_nothing = before == after(before);
  }
  void compare_exchange() const {
    note_atomic_location();
    using enum TrappedRegisters::Number;
    const bool two_words = instruction_.operand == WatchedInstruction::kNoRegister;
    const Wide expected = two_words ? pair(rax, rdx) : truncated(value_of(rax));
    const Wide desired = two_words ? pair(rbx, rcx) : truncated(operand());
    note_caller();
    conditional_step(location_, instruction_.size,
                     {.first = static_cast<std::uint64_t>(desired), .second = all_registers()}, pc_);
    const bool succeeds = found() == expected;
    observe(location_, instruction_.size, succeeds,
            succeeds ? AtomicKind::read_modify_write : AtomicKind::load, __ATOMIC_SEQ_CST, pc_);
    if (succeeds) {
      self().changed_nothing = expected == desired;
    } else {
      became_read(location_);
    }
  }
  void fence() const {
    if (current.races != nullptr) current.races->fence(self().number, __ATOMIC_SEQ_CST);
    if (current.persistence != nullptr) current.persistence->fence(self(), address_of(pc_));
  }

  const WatchedInstruction& instruction_;
  const TrappedRegisters& registers_;
  void* location_;
  const void* pc_ = reinterpret_cast<const void*>(instruction_.address + 1);
};

}  // namespace

bool are_atomic_locations_known() {
  return has_atomic_locations;
}

void forget_atomic_locations() {
  if (std::exchange(has_atomic_locations, false)) atomic_locations.fill(0);
  start_counting_quiet_accesses();
}

void take_instruction_step(const WatchedInstruction& instruction, const TrappedRegisters& registers) {
  InstructionStep(instruction, registers).take();
}

}  // namespace linnet::runtime
