// Objects are used after they were destroyed.
// run: for c in mutex cond rwlock sem barrier spin; do linnet run {} -- -- $c; echo "$c: $?"; done; exit 1
// exit: 1
// says: Thread 1 uses the mutex m, which was destroyed, in helper at used.c:25\.
// says: mutex: 1
// says: Thread 1 uses the condition variable c, which was destroyed
// says: Thread 1 uses the read-write lock rw, which was destroyed
// says: Thread 1 uses the semaphore sem, which was destroyed
// says: Thread 1 uses the barrier b, which was destroyed
// says: Thread 1 uses the spin lock s, which was destroyed
// says: spin: 1
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static pthread_spinlock_t s;
static sem_t sem;

static void* helper(void* what) {
  if (strcmp(what, "mutex") == 0)
    pthread_mutex_lock(&m);
  if (strcmp(what, "cond") == 0) pthread_cond_signal(&c);
  if (strcmp(what, "rwlock") == 0) pthread_rwlock_rdlock(&rw);
  if (strcmp(what, "sem") == 0) sem_post(&sem);
  if (strcmp(what, "barrier") == 0) pthread_barrier_wait(&b);
  if (strcmp(what, "spin") == 0 && pthread_spin_trylock(&s) == 0) pthread_spin_unlock(&s);
  return 0;
}

int main(int argc, char** argv) {
  pthread_spin_init(&s, 0);
  pthread_barrier_init(&b, 0, 1);
  sem_init(&sem, 0, 0);
  pthread_mutex_destroy(&m);
  pthread_cond_destroy(&c);
  pthread_rwlock_destroy(&rw);
  pthread_spin_destroy(&s);
  pthread_barrier_destroy(&b);
  sem_destroy(&sem);
  pthread_t thread;
  pthread_create(&thread, 0, helper, argv[argc - 1]);
  pthread_join(thread, 0);
  return 0;
}
