// Objects are destroyed while a thread holds them or waits for them.
// run: for c in mutex cond rwlock sem barrier; do linnet run {} -- -- $c; echo "$c: $?"; done; exit 1
// exit: 1
// says: Thread 0 destroys the mutex m, which thread 1 holds, in main at in_use.c:42\.
// says: mutex: 1
// says: Thread 0 destroys the condition variable c, for which thread 1 waits
// says: Thread 0 destroys the read-write lock rw, which another thread holds for reading
// says: Thread 0 destroys the semaphore sem, for which thread 1 waits
// says: Thread 0 destroys the barrier b, for which thread 1 waits
// says: barrier: 1
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static sem_t sem, in, out;

static void* helper(void* what) {
  if (strcmp(what, "mutex") == 0 || strcmp(what, "cond") == 0) pthread_mutex_lock(&m);
  if (strcmp(what, "rwlock") == 0) pthread_rwlock_rdlock(&rw);
  sem_post(&in);
  if (strcmp(what, "cond") == 0) pthread_cond_wait(&c, &m);
  if (strcmp(what, "sem") == 0) sem_wait(&sem);
  if (strcmp(what, "barrier") == 0) pthread_barrier_wait(&b);
  sem_wait(&out);
  return 0;
}

int main(int argc, char** argv) {
  const char* what = argv[argc - 1];
  pthread_barrier_init(&b, 0, 2);
  sem_init(&sem, 0, 0);
  sem_init(&in, 0, 0);
  sem_init(&out, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, helper, (void*)what);
  sem_wait(&in);
  if (strcmp(what, "mutex") == 0)
    pthread_mutex_destroy(&m);
  if (strcmp(what, "cond") == 0) pthread_cond_destroy(&c);
  if (strcmp(what, "rwlock") == 0) pthread_rwlock_destroy(&rw);
  if (strcmp(what, "sem") == 0) sem_destroy(&sem);
  if (strcmp(what, "barrier") == 0) pthread_barrier_destroy(&b);
  pthread_join(thread, 0);
  return 0;
}
