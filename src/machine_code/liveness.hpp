// Which registers and places of its frame a function may still read when a call that it makes returns.
//
// This is the ordinary backward data flow, over the machine code, so it holds for every compiler and every level of optimisation.
// If the address of a place is given to nothing but hooks, the place is read only where the code names it. Once an address in the
// frame is used in any other way (given to a function, written to memory, used in arithmetic), every call and every access
// through a pointer may read the whole frame. Registers that a function saves and restores for its caller count in the caller.
//
//   for (;;) { t = load(&top); *next = t; if (compare_exchange(&top, &t, node)) return; }
//
// When the load returns, nothing that the last round left in `t` will be read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine_code/disassembler.hpp"
#include "machine_code/frame_values.hpp"
#include "protocol/frame_facts.hpp"
#include "protocol/trace.hpp"

namespace linnet {

// The liveness of one file. Addresses are those in the file.
class FileLiveness {
 public:
  explicit FileLiveness(const std::string& path) : file_(path) {}

  const CodeFile& file() const { return file_; }
  // The facts at all calls of the function that the address is in. Empty if the function is not known.
  std::vector<FrameFacts> facts_at(std::uint64_t address);

 private:
  // Whether the function, or one that it calls, does something that is not seen.
  bool is_unseen(std::uint64_t function);
  bool calls_unseen(const FunctionNode& node);
  std::optional<FunctionFlow> follow(std::uint64_t address);

  CodeFile file_;
  Disassembler disassembler_;
  std::map<std::uint64_t, bool> unseen_;  // by where a function begins
};

// The liveness of all files of a process. Addresses are those in the process. It does not know which functions the runtime
// replaces: see find_unseen_accesses().
class CodeLiveness {
 public:
  explicit CodeLiveness(std::vector<LoadedModule> modules) : modules_(std::move(modules)) {}

  // The facts at this return address, and at others that will be asked for as well.
  std::vector<FrameFacts> facts_at(std::uint64_t address);

 private:
  std::vector<LoadedModule> modules_;
  std::map<const LoadedModule*, FileLiveness> files_;
};

// A text for people, with a line for each call of a function.
std::string liveness_text(const std::string& path, std::string_view function);

}  // namespace linnet
