// Wrong: the next pointer of a new node is never written, and another thread follows it.
// exit: 1
// says: uninitialized-read|reads Node#2.next, which was never written
// says: next_pointer.c:32
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Node {
  int value;
  _Atomic(struct Node*) next;
};

static _Atomic(struct Node*) top;

static void* push(void* nothing) {
  struct Node* node = malloc(sizeof *node);
  node->value = 1;
  atomic_store(&top, node);
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, push, 0);
  push(0);
  pthread_join(thread, 0);
  int length = 0;
  struct Node* node = atomic_load(&top);
  while (node) {
    ++length;
    node = atomic_load(&node->next);
  }
  return length != 1;
}
