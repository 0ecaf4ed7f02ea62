/* Data published with a relaxed store: no thread sees a wrong value here, but nothing orders the two accesses.
   explore: dpor:1000
   outcomes: completed data-race
   complete: yes
   failure: data-race in thread 2: write of 4 by thread 1, 2 deep; read of 4 by thread 2, 2 deep */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *writer(void *arg) {
  (void)arg;
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return 0;
}
static void *reader(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(data == 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
