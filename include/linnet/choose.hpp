// A choice that the program under test leaves open: linnet::choose(3) is 0, 1 and 2, each in executions of its
// own, and part of the schedule like every other choice.
//
//   queue.push(linnet::choose(2) == 0 ? 1 : -1);
//
// In a program that is not run by Linnet it is 0.
#pragma once

extern "C" __attribute__((weak)) unsigned linnet_choose(unsigned alternatives);

namespace linnet {

inline unsigned choose(unsigned alternatives) {
  return linnet_choose == nullptr ? 0 : linnet_choose(alternatives);
}

}  // namespace linnet
