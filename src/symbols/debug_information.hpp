// What an executable or library file says about its addresses: function and line of code, name and field of data.
#pragma once

#include <cstdint>
#include <memory>
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

  // Addresses are those in the file, as if it were loaded at 0.
  // Returns, innermost first, the functions that were inlined there, and the one they are in.
  std::vector<CodePlace> code(std::uint64_t address) const;
  // "queue.head", "slots[2]", "table+24" where only the symbol is known; empty if it is no variable.
  std::string data(std::uint64_t address) const;

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace linnet
