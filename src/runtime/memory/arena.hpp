// Memory of one thread: every address it gets depends on its own history of allocations and frees alone.
//
// Otherwise equivalent schedules would see different addresses, and the reduction would be unsound. So each
// thread has its own range of addresses, a freed block goes to the list of the thread that freed it (not of
// the one that allocated it), and nothing is shared. Between executions the arena is put back to a mark: its
// bump pointer, its lists, and zeros above the mark.
//
// Beside the memory runs a shadow, one byte for 16: is this part of a live block, of a freed one, of none?
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
  // REQUIRES: covers(address).
  static bool is_freed(std::uint64_t address) {
    return *reinterpret_cast<const State*>(kShadowFirst + (address - kFirst) / kGranule) == State::freed;
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
  // Null if the arena is full. The memory is zero if it was never used in this execution.
  void* allocate(std::size_t size, std::size_t alignment, const Origin& origin);
  enum class Freed : std::uint8_t { live, already_freed, never_allocated };
  // What free(address) would find. REQUIRES: covers(address).
  static Freed look(std::uint64_t address, Block& block);
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
  enum class State : std::uint8_t { none, live, freed };
  static constexpr std::uint64_t kGranule = 16;
  static constexpr std::size_t kClasses = 64 + 20;  // by 16 up to 1024, then by doubling

  struct Header;
  struct Lists {
    std::uint64_t next = 0;                            // nothing at or above was given out
    std::array<std::uint64_t, kClasses> free_first{};  // of each class, linked through the blocks' headers
  };

  static std::uint64_t shadow_of(std::uint64_t address) {
    return kShadowFirst + (address - kFirst) / kGranule;
  }
  static std::size_t class_of(std::size_t size);
  static std::size_t class_size(std::size_t size_class);
  static void set_shadow(std::uint64_t address, std::uint64_t size, State state);
  std::uint64_t take_new(std::size_t size_class, std::size_t alignment);

  std::uint64_t base_ = 0;
  Lists lists_;
  Lists marked_;
  bool lists_used_ = false;
};

}  // namespace linnet::runtime
