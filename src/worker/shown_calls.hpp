// How much of a call stack is told: who reads it wants to know where it ends, and an endless recursion has a million calls.
#pragma once

#include <algorithm>

#include "protocol/execution_ending.hpp"

namespace linnet::worker {

inline void keep_innermost(runtime::CallStack& stack) {
  constexpr std::size_t kMost = 50;
  stack.resize(std::min(stack.size(), kMost));
}

}  // namespace linnet::worker
