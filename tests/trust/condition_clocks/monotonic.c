// Right: a wait that times out on the condition's own clock ends after its deadline, and never before.
// exit: 0
// says: complete
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static void* signals(void* nothing) {
  pthread_cond_signal(&condition);
  return nothing;
}

int main(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&condition, &attributes);
  pthread_t thread;
  pthread_create(&thread, 0, signals, 0);
  struct timespec deadline, now;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 5;
  pthread_mutex_lock(&mutex);
  const int result = pthread_cond_timedwait(&condition, &mutex, &deadline);
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (result == ETIMEDOUT) assert(!is_before(now, deadline));
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
