// Locks are given back by a thread that does not hold them.
// run: for c in other free read other_read write spin spin_free wait; do linnet run {} -- -- $c; echo "$c: $?"; done; exit 1
// exit: 1
// says: Thread 1 unlocks the mutex m, which thread 0 holds, in helper at unlocks.c:24\.
// says: other: 1
// says: Thread 0 unlocks the mutex m, which no thread holds, in main at unlocks.c:42\.
// says: Thread 0 unlocks the read-write lock rw, which no thread holds
// says: Thread 1 unlocks the read-write lock rw, which another thread holds for reading
// says: Thread 1 unlocks the read-write lock rw, which thread 0 holds
// says: Thread 1 unlocks the spin lock s, which thread 0 holds
// says: Thread 0 unlocks the spin lock s, which no thread holds
// says: Thread 0 waits on a condition variable with the mutex m, which no thread holds
// says: wait: 1
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t s;

static void* helper(void* what) {
  if (strcmp(what, "other") == 0)
    pthread_mutex_unlock(&m);
  else if (strcmp(what, "spin") == 0)
    pthread_spin_unlock(&s);
  else
    pthread_rwlock_unlock(&rw);
  return 0;
}

int main(int argc, char** argv) {
  const char* what = argv[argc - 1];
  pthread_spin_init(&s, 0);
  if (strcmp(what, "other") == 0) pthread_mutex_lock(&m);
  if (strcmp(what, "other_read") == 0) pthread_rwlock_rdlock(&rw);
  if (strcmp(what, "write") == 0) pthread_rwlock_wrlock(&rw);
  if (strcmp(what, "spin") == 0) pthread_spin_lock(&s);
  if (strcmp(what, "spin_free") == 0) pthread_spin_unlock(&s);
  if (strcmp(what, "read") == 0) pthread_rwlock_unlock(&rw);
  if (strcmp(what, "free") == 0)
    pthread_mutex_unlock(&m);
  if (strcmp(what, "wait") == 0) pthread_cond_wait(&c, &m);
  pthread_t thread;
  pthread_create(&thread, 0, helper, (void*)what);
  pthread_join(thread, 0);
  return 0;
}
