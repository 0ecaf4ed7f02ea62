// What registers hold at each instruction of a function, as far as it concerns the function's frame: addresses in the frame, the
// caller's values, and the tables of switch statements. This also finds the instructions, by following the ways through the function.
//
// Places of the frame are counted from its end, which is above the return address. So the return address is at -8, and the
// first register that is pushed is at -16. If the height of the stack or the target of a jump is not known, nothing is said
// about the function.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine_code/instruction.hpp"
#include "machine_code/unwinding.hpp"

namespace linnet {

struct HeldValue {
  enum class Kind : std::uint8_t {
    nothing,       // no way to here is known
    other,         // no address in the frame, unless one was given away and came back
    frame,         // the address of the place `n` in the frame
    entry,         // what register number `n` held when the function was called
    table,         // the address `n` of constant data
    table_entry,   // what was read from a table there
    table_target,  // the sum of both
    function,      // the address of a function of another file, read from its slot at `n`
    mixed,         // perhaps an address in the frame, and it is not known which
  };
  Kind kind = Kind::nothing;
  std::int64_t n = 0;

  bool is(Kind other) const { return kind == other; }
  bool may_be_frame() const { return kind == Kind::frame || kind == Kind::mixed; }
  friend bool operator==(const HeldValue&, const HeldValue&) = default;
};

// What holds before an instruction.
struct FrameState {
  static constexpr std::int64_t kNowhere = INT64_MAX, kFarthest = INT64_MAX / 4;

  std::array<HeldValue, 16> registers;
  // By register: the place where the caller's value was put.
  std::array<std::int64_t, 16> saved;
  // Places of the frame that may hold addresses in the frame, and which, or kNowhere if that is not certain: compilers put
  // them there when registers are short. Sorted.
  std::vector<std::pair<std::int64_t, std::int64_t>> spilled;

  FrameState();
  // Adds what holds on another path to the same instruction. Returns whether that changed anything.
  bool join(const FrameState& other);
  // The register whose caller's value is at this place.
  std::optional<std::uint8_t> saved_at(std::int64_t place) const;
  // What an address that may have been put there makes of the place; nothing if none was.
  std::optional<HeldValue> spilled_at(std::int64_t place) const;
  // Whether an address may lie there, or a part of it.
  bool may_be_spilled(std::int64_t place, std::int64_t size) const;
  // The place now holds something else, or may hold it.
  void overwrite(std::int64_t place, std::int64_t size);
  void doubt(std::int64_t place, std::int64_t size);
  // The place that a memory operand names, if it is one in the frame.
  HeldValue address_of(const Operand& memory) const;
};

struct FunctionNode {
  Instruction code;
  FrameState before;
  std::vector<std::uint32_t> successors;  // in FunctionFlow::nodes; a call's landing pads are among them
  bool leaves = false;                    // the function: it returns, or goes on in another one
};

struct FunctionFlow {
  std::vector<FunctionNode> nodes;                // the first is where the function begins
  std::map<std::uint64_t, std::uint32_t> number;  // by address
};

// The function that begins at the address; nothing if the function is not known.
std::optional<FunctionFlow> follow_function(const CodeFile& file, Disassembler& disassembler,
                                            const UnwoundCode& function);

// The name of the function of another file to which a call or jump leads, if it is known.
const std::string* called_name(const CodeFile& file, const Instruction& code);
// The same, if a register may have the address.
const std::string* called_name(const CodeFile& file, const FunctionNode& node);

}  // namespace linnet
