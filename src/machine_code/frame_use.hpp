// What one instruction reads and writes of the frame and of the registers that outlive a call.
#pragma once

#include <cstdint>
#include <vector>

#include "machine_code/frame_values.hpp"
#include "protocol/frame_facts.hpp"

namespace linnet {

// The registers that a call keeps have a bit each, in the order of FrameFacts; rax, which has its result, has the next one.
inline constexpr std::uint8_t kKeptRegisters[FrameFacts::kRegisters] = {3, kFramePointer, 12, 13, 14, 15};
inline constexpr std::uint8_t kResultBit = 1u << FrameFacts::kRegisters;

// The bit of a register; 0 for all other registers.
std::uint8_t bit_of(std::uint8_t reg);

// Bytes of the frame.
struct Place {
  std::int64_t begin = 0, size = 0;
};

// What an instruction does with the frame.
struct FrameUse {
  std::uint8_t reads = 0, writes = 0;  // registers that calls keep, and the result
  std::vector<Place> read, written;
  bool reads_all = false;      // a place that is not known
  bool reads_through = false;  // through a pointer, as a call does: all, if an address was given away
  bool gives_away = false;     // an address in the frame
};

FrameUse frame_use(const CodeFile& file, const FunctionNode& node);

}  // namespace linnet
