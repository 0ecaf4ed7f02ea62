// An MCS lock, a queue of waiting threads, that is handed over relaxed: the next holder does not see what the lock protects.
#include "weak.h"

struct node {
  _Atomic(struct node*) next;
  atomic_int waits;
};
static _Atomic(struct node*) last;
static atomic_int count;

static void lock(struct node* mine) {
  STORE(mine->next, NULL, relaxed);
  STORE(mine->waits, 1, relaxed);
  struct node* before = atomic_exchange_explicit(&last, mine, memory_order_acq_rel);
  if (before == NULL) return;
  STORE(before->next, mine, release);
  while (LOAD(mine->waits, acquire)) {
  }
}

static void unlock(struct node* mine) {
  struct node* expected = mine;
  if (LOAD(mine->next, acquire) == NULL) {
    if (atomic_compare_exchange_strong_explicit(&last, &expected, NULL, memory_order_release,
                                                memory_order_relaxed))
      return;
    while (LOAD(mine->next, acquire) == NULL) {
    }
  }
  atomic_store_explicit(&LOAD(mine->next, acquire)->waits, 0,
                        RIGHT_OR(memory_order_release, memory_order_relaxed));
}

static struct node nodes[2];

static void work(struct node* mine) {
  lock(mine);
  STORE(count, LOAD(count, relaxed) + 1, relaxed);
  unlock(mine);
}
static void* first(void* unused) {
  return work(&nodes[0]), unused;
}
static void* second(void* unused) {
  return work(&nodes[1]), unused;
}

int main(void) {
  run2(first, second);
  assert(LOAD(count, relaxed) == 2);
  return 0;
}
