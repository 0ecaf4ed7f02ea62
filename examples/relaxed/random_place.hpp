// The place where a thread looks first: pseudo-random as in the Scal suite, with a sequence for each thread. Which of two
// sequences is left open, so that Linnet tries both; if every draw were left open, there would be too many executions.
#pragma once

#include <linnet/choose.hpp>

inline unsigned random_place(unsigned places) {
  thread_local unsigned state = linnet::choose(2);
  state = state * 1664525 + 1013904223;
  return (state >> 16) % places;
}
