// Nearly a report: a program that prints 40 MB in every execution and ends well passes.
// exit: 0
// says: pass
#include <pthread.h>
#include <stdio.h>
static int cell;
static void *touch(void *unused) { __atomic_fetch_add(&cell, 1, __ATOMIC_SEQ_CST); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, touch, 0);
  touch(0);
  for (int i = 0; i < 400000; ++i) printf("%099d\n", i);
  pthread_join(thread, 0);
  return 0;
}
