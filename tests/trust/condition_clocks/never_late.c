// Wrong: the wait may end by its deadline, which is on the monotonic clock, and then the deadline is over.
// exit: 1
// says: before\(now, deadline\)
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;

static int before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

int main(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&condition, &attributes);
  struct timespec deadline, now;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 5;
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &deadline);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(before(now, deadline));
  pthread_mutex_unlock(&mutex);
  return 0;
}
