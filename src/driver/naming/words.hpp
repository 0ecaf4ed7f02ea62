// Names of places, memory and values of one execution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/naming/memory_names.hpp"
#include "driver/naming/symbols.hpp"
#include "driver/naming/trace_words.hpp"

namespace linnet {

class Words {
 public:
  explicit Words(const SeenExecution& seen)
      : trace_(seen.trace), symbols_(seen.modules), memory_(trace_, seen.ending.blocks, symbols_) {}

  std::string object(std::uint64_t address, std::uint64_t size = 1) const {
    return memory_.object(address, size);
  }
  std::string object(const Access& access) const { return memory_.object(access.address, access.size); }
  std::string block(std::uint64_t address) const { return memory_.block(address); }
  std::string value(std::uint64_t value, std::uint32_t size) const;
  // "8 bytes behind the end of block A, which has 16 bytes".
  std::string beside_block(const runtime::MemoryMisuse& misuse) const;

  std::vector<CodePlace> places(const runtime::CallStack& stack, bool exact = false) const {
    return symbols_.places(stack, exact);
  }
  // A signal comes at an instruction; every other ending comes from a call.
  std::vector<CodePlace> places(const runtime::ExecutionEnding& ending) const;
  // Where the store was made: a store to persistent memory is a step, unless main made it alone.
  runtime::CallStack stack_of(const runtime::StoreBeforeCrash& store) const;

 private:
  const Trace& trace_;
  Symbols symbols_;
  MemoryNames memory_;
};

// " in push at stack.cpp:12": the user's own place; empty if there is none.
std::string at(const std::vector<CodePlace>& where);

}  // namespace linnet
