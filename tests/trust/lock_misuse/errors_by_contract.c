// Recursive and error-checking mutexes answer with an error, and semaphores may be posted by any thread: nothing is misused.
// exit: 0
// says: complete
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t held;

static void* helper(void* arg) {
  assert(pthread_mutex_unlock(&checking) == EPERM);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  assert(pthread_cond_wait(&condition, &checking) == EPERM);
  sem_post(&held);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  pthread_rwlock_unlock(&rw);
  return arg;
}

int main(void) {
  sem_init(&held, 0, 0);
  pthread_mutex_lock(&checking);
  assert(pthread_mutex_lock(&checking) == EDEADLK);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_t thread;
  pthread_create(&thread, 0, helper, 0);
  sem_wait(&held);
  pthread_join(thread, 0);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  pthread_mutex_unlock(&checking);
  return 0;
}
