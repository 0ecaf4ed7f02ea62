// Memory of one thread: every address it gets depends on its own history of allocations and frees alone.
//
// Otherwise equivalent schedules would see different addresses, and the reduction would be unsound. So each
// thread has its own range of addresses, a freed block goes to the list of the thread that freed it (not of
// the one that allocated it), and nothing is shared. Between executions the arena is put back to a mark: its
// bump pointer, its lists, and zeros above the mark.
//
// Beside the memory runs a shadow, one byte for 16: how many of them, from the first on, are of a live block, or are they of a
// freed one, or of none? Between blocks lie their headers, which are of none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/memory/module.hpp"

namespace linnet::runtime {

class Arena {
 public:
  static constexpr std::uint64_t kFirst = 0x1000'0000'0000;  // the arena of thread 0 begins here
  static constexpr std::uint64_t kStride = 1 << 28;
  static constexpr std::uint64_t kMost = 1 << 16;
  static constexpr std::uint64_t kShadowFirst = 0x2000'0000'0000;

  static bool covers(std::uint64_t address) { return address - kFirst < kStride * kMost; }
  // Is all of it in a live block? An access that goes across two parts of the shadow may be so as well. REQUIRES: covers(address).
  static bool is_surely_in_block(std::uint64_t address, std::uint64_t size) {
    return static_cast<std::int64_t>(address % kGranule + size) <= shadow_at(address);
  }
  enum class Whereabouts : std::uint8_t { in_block, in_freed_block, beside_block };
  static Whereabouts whereabouts(std::uint64_t address, std::uint64_t size);

  // A block that is given out is filled with what programs hardly write, up to its first kFilled bytes. The memory is its own shadow: whoever writes,
  // the program, a library or the kernel, leaves something else there, and a copy of what was never written is found to be one.
  static constexpr std::uint64_t kFilled = 1 << 14;
  static void fill(void* block, std::uint64_t size);
  // Is what will be read still the mark, with four bytes at least around it? In doubt it was written. REQUIRES: covers(address).
  static bool is_unwritten(std::uint64_t address, std::uint64_t size) {
    const std::uint64_t offset = address % sizeof(std::uint64_t);
    if (offset + size > sizeof(std::uint64_t)) return are_words_unwritten(address, size);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * size) << (8 * offset);
    const std::uint64_t differs = differs_from_mark(address - offset);
    return (differs & all) == 0 && count_equal_bytes(differs) >= 4;
  }

  // Gives the arena its place; allocation works only after.
  void settle(std::uint32_t number);
  bool settled() const { return base_ != 0; }

  // Where a block was asked for: see AccessPlace.
  struct Origin {
    std::uint64_t pc;
    std::uint32_t thread;
    std::uint32_t calls;
  };
  struct Block {
    std::uint64_t address;
    std::uint64_t size;
    Origin origin;
  };
  // Null if the arena is full.
  void* allocate(std::size_t size, std::size_t alignment, const Origin& origin);
  enum class Freed : std::uint8_t { live, already_freed, never_allocated };
  // What free(address) would find. REQUIRES: covers(address).
  static Freed look(std::uint64_t address, Block& block);
  // The block, live or freed, that ends or begins nearest to what is beside it, or has it. Its address is 0 if there is none
  // nearby.
  static Block nearest_block(std::uint64_t address);
  // REQUIRES: look() said live.
  void release(const Block& block, bool reuse);

  // Blocks given out since the mark and not freed.
  std::vector<Block> live_blocks() const;

  // From now on reset() returns to this state; the contents below are the snapshot's business.
  void mark();
  void reset();
  MemoryRange below_mark() const { return {base_, marked_.next}; }
  MemoryRange shadow_below_mark() const;
  // All that reset() puts back: visit(range).
  template <typename Visit>
  void for_each_used(Visit&& visit) const {
    const auto lists = reinterpret_cast<std::uint64_t>(&lists_);
    visit(MemoryRange{lists, lists + sizeof lists_});
    visit(MemoryRange{marked_.next, lists_.next});
    visit(MemoryRange{shadow_of(marked_.next), shadow_of(lists_.next)});
  }

 private:
  // The number of bytes, from 16 down to 1; or one of these.
  using Shadow = std::int8_t;
  static constexpr Shadow kNone = 0, kFreed = -1, kEmpty = -2;  // an empty block is live
  static constexpr std::uint64_t kGranule = 16;
  static constexpr Shadow kWhole = kGranule;
  static constexpr std::size_t kClasses = 64 + 20;  // by 16 up to 1024, then by doubling

  struct Header;
  struct Lists {
    std::uint64_t next = 0;                            // nothing at or above was given out
    std::array<std::uint64_t, kClasses> free_first{};  // of each class, linked through the blocks' headers
  };

  // No letter, no small number, and as a pointer it leads nowhere.
  static constexpr std::uint8_t kUnwritten = 0xb7;
  static std::uint64_t differs_from_mark(std::uint64_t word) {
    return *reinterpret_cast<const std::uint64_t*>(word) ^ (~std::uint64_t{0} / 0xff * kUnwritten);
  }
  static bool are_words_unwritten(std::uint64_t address, std::uint64_t size);
  static int count_equal_bytes(std::uint64_t differs) {
    int equal = 0;
    for (int i = 0; i < 8; ++i) equal += (differs >> (8 * i) & 0xff) == 0;
    return equal;
  }
  static std::uint64_t shadow_of(std::uint64_t address) {
    return kShadowFirst + (address - kFirst) / kGranule;
  }
  static std::size_t class_of(std::size_t size);
  static std::size_t class_size(std::size_t size_class);
  static Shadow& shadow_at(std::uint64_t address) { return *reinterpret_cast<Shadow*>(shadow_of(address)); }
  static bool is_live(Shadow shadow) { return shadow > kNone || shadow == kEmpty; }
  static void set_shadow(std::uint64_t address, std::uint64_t size, Shadow state);
  static void set_live(std::uint64_t address, std::uint64_t size);
  std::uint64_t take_new(std::size_t size_class, std::size_t alignment);

  std::uint64_t base_ = 0;
  Lists lists_;
  Lists marked_;
  bool lists_used_ = false;
};

}  // namespace linnet::runtime
