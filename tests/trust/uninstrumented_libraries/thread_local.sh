#!/usr/bin/env bash
# A library has a thread-local variable, and gives its address away: what another thread does with it is ordered by a lock, or is a race. As long
# as each thread uses its own, there is none.
# exit: 0
# says: locked: 0
# says: own: 0
# says: shared: 1
# says: Data race
. "$(dirname "$0")/../library.bash"
library counters <<'END' || exit 1
static __thread int counter __attribute__((tls_model("initial-exec")));
int* counter_of_thread(void) { return &counter; }
void count(void) { ++counter; }
END
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
int* counter_of_thread(void);
void count(void);
static int* given;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { if (LOCKS) pthread_mutex_lock(&mutex); }
static void unlock(void) { if (LOCKS) pthread_mutex_unlock(&mutex); }
static void* use(void* unused) {
  lock();
  count();
  if (GIVEN) *given += 1;
  unlock();
  return unused;
}
int main(void) {
  given = counter_of_thread();
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  lock();
  count();
  unlock();
  pthread_join(thread, 0);
  assert(*given == 1 + GIVEN);
  return 0;
}
END
run_with counters -DLOCKS=1 -DGIVEN=1
echo "locked: $?"
run_with counters -DLOCKS=0 -DGIVEN=0
echo "own: $?"
run_with counters -DLOCKS=0 -DGIVEN=1
echo "shared: $?"
