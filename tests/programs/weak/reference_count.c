// The last one to give up its reference takes the object apart. With relaxed decrements it does not see what the other one did before.
#include "weak.h"

static atomic_int references = 2, parts[2];

static void give_up(int me) {
  STORE(parts[me], 1, relaxed);
  if (atomic_fetch_sub_explicit(&references, 1, RIGHT_OR(memory_order_acq_rel, memory_order_relaxed)) == 1)
    assert(LOAD(parts[0], relaxed) && LOAD(parts[1], relaxed));
}
static void* first(void* unused) {
  return give_up(0), unused;
}
static void* second(void* unused) {
  return give_up(1), unused;
}

int main(void) {
  run2(first, second);
  return 0;
}
