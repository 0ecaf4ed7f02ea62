// What an executable or library file says about its addresses: function and line of code, name and field of
// data.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verdict/code_place.hpp"

namespace linnet {

class DebugInformation {
 public:
  // If the file cannot be read, nothing is known.
  explicit DebugInformation(const std::string& file);
  ~DebugInformation();
  DebugInformation(const DebugInformation&) = delete;
  DebugInformation& operator=(const DebugInformation&) = delete;

  // Addresses are those in the file, as if it were loaded at 0. Returns, innermost first, the functions that
  // were inlined there, and the function that contains them.
  std::vector<CodePlace> code(std::uint64_t address) const;
  // "queue.head", "slots[2]", "table+24" if only the symbol is known; empty if it is no variable. The part
  // has at least `size` bytes.
  std::string data(std::uint64_t address, std::uint64_t size) const;
  // The same for the stack of the function that contains the code: a variable that begins at this offset from
  // the start of the function's frame, which is above it.
  std::string local(std::uint64_t code, std::int64_t offset, std::uint64_t size) const;

  // The type of the object in a block of the heap.
  struct BlockType {
    std::string name;           // "Node", without template arguments
    std::uint64_t element = 0;  // bytes
    bool is_class = false;
    std::uint64_t entry = 0;  // the position of its entry in the file
  };
  // According to the code that allocates the block, or that uses it: see block_type.hpp.
  enum class Place : std::uint8_t { asks, uses };
  std::optional<BlockType> block_type(Place place, std::uint64_t code, std::uint64_t size) const;
  // ".next": see type_path.hpp.
  std::string part_of(const BlockType& type, std::uint64_t offset, std::uint64_t size) const;

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace linnet
