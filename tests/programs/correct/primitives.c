/* POSIX and C11 primitives beside mutexes: rwlock, barrier, semaphore, spin lock, once, keys, thrd, mtx, cnd.
   explore: random:2000
   outcomes: completed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t semaphore;
static mtx_t mtx;
static cnd_t cnd;
static int data, initialised, serial, destroyed, turn;
static void initialise(void) { initialised++; }
static void destroy(void *value) { assert(value == &data); atomic_fetch_add((atomic_int *)&destroyed, 1); }
static void *body(void *arg) {
  long me = (long)arg;
  pthread_once(&once, initialise);
  assert(initialised == 1 && pthread_getspecific(key) == 0);
  pthread_setspecific(key, &data);
  pthread_rwlock_rdlock(&rwlock);
  assert(data >= 0);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
  data++;
  pthread_rwlock_unlock(&rwlock);
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  assert(data == 2);
  pthread_spin_lock(&spin);
  turn++;
  pthread_spin_unlock(&spin);
  sem_wait(&semaphore);
  sem_post(&semaphore);
  if (me == 1) pthread_exit((void *)9);
  return (void *)me;
}
static int c11(void *arg) {
  mtx_lock(&mtx);
  *(int *)arg = 1;
  cnd_signal(&cnd);
  mtx_unlock(&mtx);
  thrd_yield();
  return 33;
}
int main(void) {
  pthread_t t[2];
  void *result;
  thrd_t c;
  int done = 0, status;
  pthread_mutexattr_t attr;
  pthread_mutex_t recursive, checked;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_spin_init(&spin, 0);
  pthread_key_create(&key, destroy);
  sem_init(&semaphore, 0, 1);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, body, (void *)i);
  pthread_join(t[0], &result);
  assert(result == 0);
  pthread_join(t[1], &result);
  assert(result == (void *)9);
  assert(serial == 1 && destroyed == 2 && turn == 2);
  mtx_init(&mtx, mtx_plain);
  cnd_init(&cnd);
  thrd_create(&c, c11, &done);
  mtx_lock(&mtx);
  while (!done) cnd_wait(&cnd, &mtx);
  mtx_unlock(&mtx);
  thrd_join(c, &status);
  assert(status == 33);
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attr);
  assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_trylock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &attr);
  assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
  return 0;
}
