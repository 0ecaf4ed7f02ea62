// Memory of one thread: every address it gets depends only on its own history of allocations and frees.
//
// Otherwise equivalent schedules would see different addresses, and the reduction would be unsound. So each
// thread has its own range of addresses, a freed block goes to the list of the thread that freed it (not of
// the one that allocated it), and nothing is shared. Between executions the arena is put back to a mark: its
// bump pointer, its lists, and zeros above the mark.
//
// Beside the memory runs a shadow, one byte for 16: it says how many of them, from the first on, belong to a
// live block, or whether they belong to a freed block or to none. The headers between blocks belong to none.
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
  // Whether all of it is in a live block. If false, an access across two parts of the shadow may still be.
  // REQUIRES: covers(address).
  static bool is_surely_in_block(std::uint64_t address, std::uint64_t size) {
    return static_cast<std::int64_t>(address % kGranule + size) <= shadow_at(address);
  }
  enum class Whereabouts : std::uint8_t { in_block, in_freed_block, beside_block };
  static Whereabouts whereabouts(std::uint64_t address, std::uint64_t size);

  // A new block is filled with a value that programs hardly write, up to its first kFilled bytes. The memory
  // is its own shadow: the program, a library or the kernel overwrites the value, and a copy of unwritten
  // memory is recognised as unwritten.
  static constexpr std::uint64_t kFilled = 1 << 14;
  static void fill(void* block, std::uint64_t size);
  // Whether the bytes to read are still the mark, with at least four bytes around them. In doubt they count
  // as written. REQUIRES: covers(address).
  static bool is_unwritten(std::uint64_t address, std::uint64_t size) {
    const std::uint64_t offset = address % sizeof(std::uint64_t);
    if (offset + size > sizeof(std::uint64_t)) return are_words_unwritten(address, size);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * size) << (8 * offset);
    const std::uint64_t differs = differs_from_mark(address - offset);
    return (differs & all) == 0 && count_equal_bytes(differs) >= 4;
  }

  // Gives the arena its place; allocation works only after this.
  void settle(std::uint32_t number);
  bool settled() const { return base_ != 0; }

  // Where a block was allocated: see AccessPlace.
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
  // Returns null if the arena is full.
  void* allocate(std::size_t size, std::size_t alignment, const Origin& origin);
  enum class Freed : std::uint8_t { live, already_freed, never_allocated };
  // What free(address) would find. REQUIRES: covers(address).
  static Freed look(std::uint64_t address, Block& block);
  // The block, live or freed, that contains the address or ends or begins nearest to it. Its address is 0 if
  // there is none nearby.
  static Block nearest_block(std::uint64_t address);
  // REQUIRES: look() said live.
  void release(const Block& block, bool reuse);

  // Blocks allocated since the mark and not freed.
  std::vector<Block> live_blocks() const;

  // From now on reset() returns to this state; the snapshot restores the contents below.
  void mark();
  void reset();
  // What was allocated since the mark, and what it holds.
  struct Copy;
  void save(Copy& copy) const;
  void put_back(const Copy& copy);
  MemoryRange below_mark() const { return {base_, marked_.next}; }
  MemoryRange shadow_below_mark() const;
  // Calls visit(range) for everything that reset() puts back.
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
    std::uint64_t next = 0;                            // nothing at or above it was allocated
    std::array<std::uint64_t, kClasses> free_first{};  // of each class, linked through the blocks' headers
  };

  // It is no letter and no small number, and as a pointer it leads nowhere.
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

  // Everything above is zero again.
  void cut_back(std::uint64_t next);

  std::uint64_t base_ = 0;
  Lists lists_;
  Lists marked_;
  bool lists_used_ = false;
};

struct Arena::Copy {
  bool used = false;  // if not, the arena is as it was at the mark
  bool lists_used = false;
  Lists lists;
  std::vector<unsigned char> content, shadow;
};

}  // namespace linnet::runtime
