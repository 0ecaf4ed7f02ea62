// A hazard pointer without the fence between announcing it and looking again: the node is freed while it is read.
#include "weak.h"

struct node {
  int value;
};
static _Atomic(struct node *) shared, hazard;

static void fence(void) {
#ifdef RIGHT
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void *reader(void *unused) {
  struct node *node = LOAD(shared, acquire);
  STORE(hazard, node, release);
  fence();
  if (LOAD(shared, acquire) == node && node != NULL) assert(node->value == 1);
  STORE(hazard, NULL, release);
  return unused;
}

static void *remover(void *unused) {
  struct node *node = LOAD(shared, relaxed);
  STORE(shared, NULL, release);
  fence();
  if (LOAD(hazard, acquire) != node) free(node);
  return unused;
}

int main(void) {
  struct node *node = malloc(sizeof *node);
  node->value = 1;
  STORE(shared, node, release);
  run2(reader, remover);
  return 0;
}
