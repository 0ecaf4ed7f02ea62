// Names the memory that an execution accessed: variables, parts of the object under test, blocks of the heap
// by their type.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/naming/symbols.hpp"
#include "protocol/trace.hpp"

namespace linnet {

class MemoryNames {
 public:
  // REQUIRES: both outlive the names. `more` are blocks that the steps may not mention.
  MemoryNames(const Trace& trace, const std::vector<HeapBlock>& more, const Symbols& symbols);

  // What an access to `size` bytes touches: "head_", "queue.slots[2]", "Node#1.next", "block A+8", "a local
  // of thread 1". Empty if it is not known memory.
  std::string object(std::uint64_t address, std::uint64_t size = 1) const;
  // "Node#1.next", if the address is in a variable or a block: the target of a pointer with this value.
  // Otherwise empty.
  std::string target(std::uint64_t address) const;
  // The whole block: "Node#1", "block A".
  std::string block(std::uint64_t address) const;

 private:
  struct Block {
    std::uint64_t size = 0;
    std::optional<BlockType> type = {};
    std::string name = {};  // "Node#1", "block A"; empty for the object under test if its parts are named
  };

  void add(const std::vector<HeapBlock>& blocks);
  void add_type(std::uint64_t address, Block& block, const std::vector<HeapBlock>& blocks) const;
  void add_type_by_use(std::uint64_t address, Block& block) const;
  void give_names();
  std::map<std::uint64_t, Block>::const_iterator block_of(std::uint64_t address) const;
  std::string part_of(const Block& block, std::uint64_t offset, std::uint64_t size) const;
  std::string local(std::uint64_t address, std::uint64_t size) const;

  const Trace& trace_;
  const Symbols& symbols_;
  std::vector<std::uint64_t> met_;  // blocks, in the order in which they appear
  std::map<std::uint64_t, Block> blocks_;
};

}  // namespace linnet
