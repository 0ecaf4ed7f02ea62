// Destroyed objects are made again before they are used, and a condition and a barrier are destroyed as soon as all are woken.
// exit: 0
// says: complete
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <threads.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static pthread_spinlock_t s;
static sem_t sem;
static mtx_t mtx;
static int waits, references = 2;

static void make_again(void) {
  pthread_mutex_destroy(&m);
  pthread_cond_destroy(&c);
  pthread_rwlock_destroy(&rw);
  pthread_spin_destroy(&s);
  pthread_barrier_destroy(&b);
  sem_destroy(&sem);
  mtx_destroy(&mtx);
  m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  memset(&c, 0, sizeof c);
  pthread_rwlock_init(&rw, 0);
  pthread_spin_init(&s, 0);
  pthread_barrier_init(&b, 0, 2);
  sem_init(&sem, 0, 1);
  mtx_init(&mtx, mtx_plain);
}

static void* helper(void* arg) {
  pthread_mutex_lock(&m);
  waits = 1;
  sem_post(&sem);
  while (waits) pthread_cond_wait(&c, &m);
  const int last = --references == 0;
  pthread_mutex_unlock(&m);
  if (last) pthread_mutex_destroy(&m);
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&b);
  return arg;
}

int main(void) {
  pthread_spin_init(&s, 0);
  pthread_barrier_init(&b, 0, 2);
  sem_init(&sem, 0, 0);
  mtx_init(&mtx, mtx_plain);
  make_again();
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  pthread_spin_lock(&s);
  pthread_spin_unlock(&s);
  sem_wait(&sem);
  mtx_lock(&mtx);
  mtx_unlock(&mtx);
  pthread_t thread;
  pthread_create(&thread, 0, helper, 0);
  sem_wait(&sem);
  pthread_mutex_lock(&m);
  waits = 0;
  pthread_cond_broadcast(&c);
  pthread_cond_destroy(&c);
  const int last = --references == 0;
  pthread_mutex_unlock(&m);
  if (last) pthread_mutex_destroy(&m);
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&b);
  pthread_join(thread, 0);
  return 0;
}
