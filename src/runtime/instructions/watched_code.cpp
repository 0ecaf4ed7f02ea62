// The table of instructions, their copies, and the way there and back.
#include "runtime/instructions/watched_code.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/execution.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/instructions/instruction_step.hpp"
#include "runtime/instructions/trap.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/races/race_watch.hpp"

namespace linnet::runtime {
namespace {

constexpr std::uint8_t kHalt = 0xf4;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kCopy = 32;  // bytes for a copy and the jump behind it

// Copies for instructions that lie close to each other: distances in code have 32 bits.
struct Copies {
  std::uint64_t start = 0;
  std::size_t first = 0, count = 0;  // in the table
};

struct WatchedCode {
  std::vector<WatchedInstruction> instructions;
  std::vector<Copies> copies;
  bool watched = false;
  bool in_program = false;           // an atomic one, or one of inline assembly, is in the executable
  std::uint32_t quiet_accesses = 0;  // of this execution
  std::vector<CallStack> unseen;
};
constinit WatchedCode code;

const WatchedInstruction* find(std::uint64_t address) {
  const auto found = std::ranges::lower_bound(code.instructions, address, {}, &WatchedInstruction::address);
  return found != code.instructions.end() && found->address == address ? &*found : nullptr;
}

std::uint64_t copy_of(const WatchedInstruction& instruction) {
  const auto index = static_cast<std::size_t>(&instruction - code.instructions.data());
  for (const Copies& copies : code.copies) {
    if (index - copies.first < copies.count) return copies.start + (index - copies.first) * kCopy;
  }
  return 0;
}

// Memory below the address, as close as there is any.
std::uint64_t map_below(std::uint64_t address, std::uint64_t size) {
  constexpr std::uint64_t kStride = 1 << 20, kFarthest = std::uint64_t{1} << 30;
  const std::uint64_t highest = (address - size) & ~(kPage - 1);
  for (std::uint64_t away = kStride; away < kFarthest; away += kStride) {
    const long found =
        raw_syscall(SYS_mmap, static_cast<long>(highest - away), static_cast<long>(size),
                    PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (found > 0) return static_cast<std::uint64_t>(found);
  }
  raw_syscall(SYS_exit_group, 127);
  __builtin_unreachable();
}

void protect(std::uint64_t low, std::uint64_t high, int protection) {
  raw_syscall(SYS_mprotect, static_cast<long>(low & ~(kPage - 1)),
              static_cast<long>(((high + kPage - 1) & ~(kPage - 1)) - (low & ~(kPage - 1))), protection);
}

void write_distance(unsigned char* at, std::uint64_t from, std::uint64_t to) {
  const auto distance = static_cast<std::int32_t>(to - from);
  std::memcpy(at, &distance, sizeof distance);
}

// A call becomes a push of the address that it returns to, and a jump.
constexpr unsigned kPush = 6;
void write_push(const WatchedInstruction& instruction, std::uint64_t copy) {
  constexpr unsigned kConstantAt = 24;
  auto* bytes = reinterpret_cast<unsigned char*>(copy);
  bytes[0] = 0xff, bytes[1] = 0x35;  // push distance(%rip)
  write_distance(bytes + 2, copy + kPush, copy + kConstantAt);
  const std::uint64_t return_address = instruction.address + instruction.length;
  std::memcpy(bytes + kConstantAt, &return_address, sizeof return_address);
}
void make_jump_of_call(unsigned char* bytes) {
  constexpr unsigned char kOpcode = 0xff, kOtherBits = 0xc7, kJumps = 0x20;
  while (*bytes != kOpcode) ++bytes;  // prefixes
  bytes[1] = static_cast<unsigned char>((bytes[1] & kOtherBits) | kJumps);
}

void write_copy(const WatchedInstruction& instruction, std::uint64_t copy) {
  const bool calls = instruction.kind == InstructionKind::call;
  if (calls) {
    write_push(instruction, copy);
    copy += kPush;
  }
  auto* bytes = reinterpret_cast<unsigned char*>(copy);
  std::memcpy(bytes, reinterpret_cast<const void*>(instruction.address), instruction.length);
  if (calls) make_jump_of_call(bytes);
  if (instruction.distance_at != 0)
    write_distance(bytes + instruction.distance_at, copy + instruction.length,
                   static_cast<std::uint64_t>(instruction.displacement));
  if (calls || instruction.kind == InstructionKind::jump) return;
  constexpr unsigned kJump = 5;
  bytes[instruction.length] = 0xe9;
  write_distance(bytes + instruction.length + 1, copy + instruction.length + kJump,
                 instruction.address + instruction.length);
}

// The instructions from `first` on that one place for copies will do for.
Copies make_copies(std::size_t first) {
  constexpr std::uint64_t kClose = std::uint64_t{1} << 29;
  const std::vector<WatchedInstruction>& all = code.instructions;
  Copies copies{0, first, 0};
  while (first + copies.count < all.size() && all[first + copies.count].address - all[first].address < kClose)
    ++copies.count;
  const std::uint64_t size = (copies.count * kCopy + kPage - 1) & ~(kPage - 1);
  copies.start = map_below(all[first].address, size);
  for (std::size_t i = 0; i < copies.count; ++i) write_copy(all[first + i], copies.start + i * kCopy);
  protect(copies.start, copies.start + size, PROT_READ | PROT_EXEC);
  return copies;
}

// Has write(instruction, its first byte) change what it likes, page by page: a library can have many thousand instructions.
void rewrite_first_bytes(const auto& write) {
  const std::vector<WatchedInstruction>& all = code.instructions;
  for (std::size_t i = 0; i < all.size();) {
    const std::uint64_t page = all[i].address & ~(kPage - 1);
    protect(page, page + kPage, PROT_READ | PROT_WRITE);
    for (; i < all.size() && all[i].address - page < kPage; ++i)
      write(all[i], *reinterpret_cast<volatile std::uint8_t*>(all[i].address));
    protect(page, page + kPage, PROT_READ | PROT_EXEC);
  }
}

std::uint8_t original_byte(const WatchedInstruction& instruction) {
  const std::uint64_t before = instruction.kind == InstructionKind::call ? kPush : 0;
  return *reinterpret_cast<const std::uint8_t*>(copy_of(instruction) + before);
}

void take_step(TrappedRegisters& registers) {
  take_instruction_step(*find(original_of_copy(registers.resume)), registers);
}

}  // namespace

void set_watched_code(std::vector<WatchedInstruction> instructions) {
  code.instructions = std::move(instructions);
}

void watch_code() {
  if (std::exchange(code.watched, true) || !can_trap()) return;
  for (std::size_t first = 0; first < code.instructions.size();) {
    code.copies.push_back(make_copies(first));
    first += code.copies.back().count;
  }
  rewrite_first_bytes([](const WatchedInstruction&, volatile std::uint8_t& first) { first = kHalt; });
  code.in_program = std::ranges::any_of(code.instructions, [](const WatchedInstruction& instruction) {
    return !instruction.quiet && is_code_of_executable(instruction.address);
  });
}

void start_counting_quiet_accesses() {
  code.quiet_accesses = 0;
}

void note_quiet_access(std::uint64_t pc) {
  constexpr std::uint32_t kMany = 1 << 16;
  if (++code.quiet_accesses != kMany) return;
  const OutsideProgram outside;
  code.unseen.push_back(self().calls.innermost_first(pc));
  rewrite_first_bytes([](const WatchedInstruction& instruction, volatile std::uint8_t& first) {
    const bool races = current.races != nullptr && current.races->is_known_place(instruction.address + 1);
    if (instruction.quiet && !races) first = original_byte(instruction);
  });
}

void note_unseen_access(const void* pc) {
  if (current.execution->is_alone(self())) return;
  const OutsideProgram outside;
  join_unseen_code({self().calls.innermost_first(address_of(pc))});
}

void note_unseen_call(const void* function, const void* pc) {
  if (current.execution->is_alone(self())) return;
  const OutsideProgram outside;
  CallStack calls = self().calls.innermost_first(address_of(pc));
  calls.insert(calls.begin(), address_of(function) + 1);
  join_unseen_code({calls});
}

const std::vector<CallStack>& unseen_code() {
  return code.unseen;
}

void join_unseen_code(const std::vector<CallStack>& others) {
  for (const CallStack& calls : others) {
    if (std::ranges::find(code.unseen, calls) == code.unseen.end()) code.unseen.push_back(calls);
  }
}

bool stand_in_for_instruction(ucontext_t& context) {
  greg_t& place = context.uc_mcontext.gregs[REG_RIP];
  const WatchedInstruction* instruction = code.watched ? find(static_cast<std::uint64_t>(place)) : nullptr;
  if (instruction == nullptr) return false;
  const std::uint64_t copy = copy_of(*instruction);
  if (scheduled()) {
    go_on_in(context, take_step, copy);
  } else {
    place = static_cast<greg_t>(copy);
  }
  return true;
}

std::uint64_t original_of_copy(std::uint64_t address) {
  for (const Copies& copies : code.copies) {
    if (address - copies.start < copies.count * kCopy)
      return code.instructions[copies.first + (address - copies.start) / kCopy].address;
  }
  return address;
}

bool is_watched(std::uint64_t pc) {
  return find(pc - 1) != nullptr;
}

const char* name_of_watched(std::uint64_t pc) {
  const WatchedInstruction* instruction = find(pc - 1);
  if (instruction == nullptr) return "";
  switch (instruction->kind) {
    case InstructionKind::load:
    case InstructionKind::call:
    case InstructionKind::jump:
    case InstructionKind::compare:
    case InstructionKind::search: return "atomic_load";
    case InstructionKind::store: return "atomic_store";
    case InstructionKind::exchange: return "atomic_exchange";
    case InstructionKind::compare_exchange: return "atomic_compare_exchange";
    case InstructionKind::copy:
    case InstructionKind::fill: return "atomic_store";
    case InstructionKind::several: return "";
    case InstructionKind::load_and_store: return "";  // one step that reads, and one that writes
    case InstructionKind::update:
    case InstructionKind::set_bits:
    case InstructionKind::clear_bits:
    case InstructionKind::fence: break;
  }
  return "atomic_fetch_update";
}

bool volatile_is_atomic() {
  return code.in_program;
}

}  // namespace linnet::runtime
