// Chase and Lev's deque with one element: owner and thief both take it, if the fence between bottom and top is too weak.
#include "weak.h"

static atomic_int top, bottom = 1, taken;

static void *owner(void *unused) {
  const int b = LOAD(bottom, relaxed) - 1;
  STORE(bottom, b, relaxed);
  atomic_thread_fence(RIGHT_OR(memory_order_seq_cst, memory_order_acq_rel));
  int t = LOAD(top, relaxed);
  if (t < b) {
    atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
  } else if (t == b) {
    if (atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
    STORE(bottom, b + 1, relaxed);
  }
  return unused;
}

static void *thief(void *unused) {
  for (int i = 0; i < 2; ++i) {
    int t = LOAD(top, acquire);
    atomic_thread_fence(RIGHT_OR(memory_order_seq_cst, memory_order_acq_rel));
    if (t < LOAD(bottom, acquire) &&
        atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  STORE(bottom, 2, relaxed);
  run2(owner, thief);
  assert(LOAD(taken, relaxed) <= 2);
  return 0;
}
