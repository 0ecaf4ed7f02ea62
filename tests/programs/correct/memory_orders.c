/* All that orders memory, and no race: release and acquire, a release sequence, fences, a semaphore, a barrier.
   explore: dpor:1000000
   outcomes: completed
   complete: yes */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static int by_store, by_sequence, by_fence, by_semaphore, by_barrier;
static atomic_int stored, counted, flagged;
static sem_t posted;
static pthread_barrier_t barrier;
static void *writer(void *arg) {
  (void)arg;
  by_store = 1;
  atomic_store_explicit(&stored, 1, memory_order_release);
  by_sequence = 1;
  atomic_store_explicit(&counted, 1, memory_order_release);
  by_fence = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flagged, 1, memory_order_relaxed);
  by_semaphore = 1;
  sem_post(&posted);
  by_barrier = 1;
  pthread_barrier_wait(&barrier);
  return 0;
}
static void *reader(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&stored, memory_order_acquire)) assert(by_store == 1);
  /* A relaxed read-modify-write goes on with the sequence. */
  atomic_fetch_add_explicit(&counted, 2, memory_order_relaxed);
  if (atomic_load_explicit(&counted, memory_order_acquire) == 3) assert(by_sequence == 1);
  if (atomic_load_explicit(&flagged, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    assert(by_fence == 1);
  }
  sem_wait(&posted);
  assert(by_semaphore == 1);
  pthread_barrier_wait(&barrier);
  assert(by_barrier == 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&posted, 0, 0);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
