// Where a thread looks first: pseudo-random as in the Scal suite, each thread with a sequence of its own. Which sequence
// out of two is left open, so that Linnet tries both; were every draw left open, there would be too many executions to see.
#pragma once

#include <linnet/choose.hpp>

inline unsigned random_place(unsigned places) {
  thread_local unsigned state = linnet::choose(2);
  state = state * 1664525 + 1013904223;
  return (state >> 16) % places;
}
