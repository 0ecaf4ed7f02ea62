// Which registers can hold something of the program's at an instruction. The others hold what a called function left there, which
// nobody may look at: so a loop that comes round may find it different, and is the same loop all the same.
//
// A register holds such leftovers if on every way to the instruction a call that need not keep it comes last, with nothing written
// to it since. That is a forward data flow over the function; where the ways are not known (jumps through tables, landing pads of exceptions),
// everything counts as kept.
#pragma once

#include <cstdint>
#include <vector>

#include "machine_code/code_file.hpp"
#include "machine_code/disassembler.hpp"

namespace linnet {

class KeptRegisters {
 public:
  // Instructions one after the other. `is_void`: it calls a function that gives nothing back.
  void add(const cs_insn& code, std::uint32_t written, bool is_void);
  // After the last one.
  void finish();
  // As WatchedInstruction::kept.
  std::uint32_t at(std::uint64_t address) const;

 private:
  struct Node {
    std::uint64_t address = 0;
    std::uint64_t target = 0;  // of a jump; 0: it is none
    std::uint32_t written = 0;
    std::uint32_t left_by_call = 0;  // 0: it is no call
    bool goes_on = true;             // to the next instruction
    bool entered = false;            // from an instruction that is known
    std::uint32_t leftovers = 0;     // before it
  };
  Node* find(std::uint64_t address);
  bool flow(Node& to, std::uint32_t leftovers);

  std::vector<Node> nodes_;  // by address
  bool has_calls_ = false, has_unknown_jumps_ = false;
};

}  // namespace linnet
