// With -DUNFUSED, calls and returns are steps of their own: a step that touches nothing comes first and last in every
// operation. More histories are told apart then; the verdict has to be the same.
#pragma once

#include <sched.h>

#include <utility>

#ifdef UNFUSED
class Fence {
 public:
  Fence() { sched_yield(); }
  ~Fence() { sched_yield(); }
};
#else
class Fence {
 public:
  Fence() {}
  ~Fence() {}
};
#endif
