// Nearly wrong: the condition's clock is monotonic, and this one wait names the other clock.
// exit: 0
// says: complete
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition, of_default_clock = PTHREAD_COND_INITIALIZER;

int pthread_cond_clockwait(pthread_cond_t*, pthread_mutex_t*, clockid_t, const struct timespec*);

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

int main(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&condition, &attributes);
  struct timespec deadline, now;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 5;
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_REALTIME, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(!is_before(now, deadline) && now.tv_sec < deadline.tv_sec + 5);
  deadline.tv_sec += 5;
  assert(pthread_cond_timedwait(&of_default_clock, &mutex, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(!is_before(now, deadline) && now.tv_sec < deadline.tv_sec + 5);
  pthread_mutex_unlock(&mutex);
  return 0;
}
