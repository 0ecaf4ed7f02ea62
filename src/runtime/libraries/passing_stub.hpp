// A function that stands in for another one, whatever the arguments of that are: it tells of the call, and goes on there.
#pragma once

#include <cstdint>
#include <span>

namespace linnet::runtime {

struct PassedCall {
  const void* function;                        // the one that is meant
  std::span<const std::uint64_t, 6> integers;  // what its arguments are, if they are numbers or pointers
  const void* pc;                              // the place in the program that called it
};

// Is told of a call before it happens.
using Teller = void (*)(const PassedCall&, std::uint32_t detail);

// Returns the stand-in, or null if there is no memory for it. REQUIRES: while no execution runs.
const void* make_passing_stub(const void* function, Teller teller, std::uint32_t detail);

}  // namespace linnet::runtime
