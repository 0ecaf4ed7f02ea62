// Which registers can hold a value of the program at an instruction. The others hold what a called function left there, which no
// code may use. So a loop is in the same state as before even if those registers differ.
//
// A register holds such leftovers if every path to the instruction has a call that need not keep the register, and nothing
// writes the register after it. That is a forward data flow over the function. Where the paths are not known (jumps through
// tables, landing pads of exceptions), every register counts as kept.
#pragma once

#include <cstdint>
#include <vector>

#include "machine_code/code_file.hpp"
#include "machine_code/disassembler.hpp"

namespace linnet {

class KeptRegisters {
 public:
  // Takes the instructions one after the other. `is_void`: the instruction calls a function that returns nothing.
  void add(const cs_insn& code, std::uint32_t written, bool is_void);
  // To be called after the last instruction.
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
