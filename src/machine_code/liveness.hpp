// Which registers and places of its frame a function may still read when a call that it makes returns.
//
// The ordinary backward data flow, over the machine code: so it holds for every compiler and every level of optimisation. A
// place whose address is given to nothing but hooks is read where the code names it. Once an address in the frame is given away
// in any other manner (to a function, into memory, by arithmetic), every call and every access through a pointer may
// read all of the frame. The caller's registers, which a function saves and restores, are the caller's: they count there.
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

// One file; addresses are those in it.
class FileLiveness {
 public:
  explicit FileLiveness(const std::string& path) : file_(path) {}

  const CodeFile& file() const { return file_; }
  // The facts at all calls of the function that the address is in. Empty if the function is not known.
  std::vector<FrameFacts> facts_at(std::uint64_t address);

 private:
  // Whether it, or a function that it calls, does what is not seen.
  bool is_unseen(std::uint64_t function);
  bool calls_unseen(const Instruction& code);
  std::optional<FunctionFlow> follow(std::uint64_t address);

  CodeFile file_;
  Disassembler disassembler_;
  std::map<std::uint64_t, bool> unseen_;  // by where a function begins
};

// All files of a process; addresses are those in the process. What it stands in for is not known: see find_unseen_accesses().
class CodeLiveness {
 public:
  explicit CodeLiveness(std::vector<LoadedModule> modules) : modules_(std::move(modules)) {}

  // The facts at this return address, and at others that will be asked for as well.
  std::vector<FrameFacts> facts_at(std::uint64_t address);

 private:
  std::vector<LoadedModule> modules_;
  std::map<const LoadedModule*, FileLiveness> files_;
};

// Every call of a function, a line each, for people.
std::string liveness_text(const std::string& path, std::string_view function);

}  // namespace linnet
