// A choice that the program under test leaves open. linnet::choose(3) returns 0, 1 or 2: Linnet explores
// executions with each, and the choice is part of the schedule like every other.
//
//   queue.push(linnet::choose(2) == 0 ? 1 : -1);
//
// In a program that is not run by Linnet it returns 0.
#pragma once

extern "C" __attribute__((weak)) unsigned linnet_choose(unsigned alternatives);

namespace linnet {

inline unsigned choose(unsigned alternatives) {
  return linnet_choose == nullptr ? 0 : linnet_choose(alternatives);
}

}  // namespace linnet
