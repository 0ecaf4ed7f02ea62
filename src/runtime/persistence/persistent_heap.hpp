// Persistent memory: it outlives crashes, and is zero again when the next execution begins.
//
// As in the arenas of ordinary memory, an address depends only on the thread's own allocations. Blocks are
// whole cache lines: a block does not become persistent because its neighbour is flushed. Nothing is freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "schedule/step.hpp"

namespace linnet::runtime {

class PersistentHeap {
 public:
  static constexpr std::uint64_t kFirst = 0x2800'0000'0000;
  static constexpr std::uint64_t kStride = 1 << 20;  // of each thread
  static constexpr std::uint64_t kMost = 1 << 16;

  static bool covers(std::uint64_t address) { return address - kFirst < kStride * kMost; }

  // Returns null if the thread has used up its part.
  void* allocate(ThreadNumber thread, std::size_t size, std::size_t alignment);
  // Returns the same region for the same name.
  void* region(ThreadNumber thread, const std::string& name, std::size_t size);
  // The allocation that contains the address.
  struct Block {
    std::uint64_t address;
    std::uint64_t size;
  };
  std::optional<Block> block_at(std::uint64_t address) const;
  void clear();

 private:
  bool mapped_ = false;
  std::map<ThreadNumber, std::uint64_t> used_;     // bytes
  std::map<std::uint64_t, std::uint64_t> blocks_;  // size by address
  std::map<std::string, void*> regions_;
};

// There is one in a process.
PersistentHeap& persistent_heap();

}  // namespace linnet::runtime
