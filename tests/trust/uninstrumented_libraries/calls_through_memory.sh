#!/usr/bin/env bash
# A library calls through a pointer in memory: the pointer is read there. Set by another thread it is a race, unless a lock orders the two; a pointer
# beside it, or one that is only read, is none.
# exit: 0
# says: locked: 0
# says: beside: 0
# says: shared: 1
# says: Data race: .*handlers
. "$(dirname "$0")/../library.bash"
library handlers <<'END' || exit 1
struct handlers { int (*first)(int); int (*second)(int); };
int call_first(struct handlers* h, int x) { return h->first(x) + 1; }
int call_second(struct handlers* h, int x) { return h->second(x); }
END
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
struct handlers { int (*first)(int); int (*second)(int); };
int call_first(struct handlers*, int);
int call_second(struct handlers*, int);
static int twice(int x) { return 2 * x; }
static int same(int x) { return x; }
static struct handlers handlers = {twice, twice};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { if (LOCKS) pthread_mutex_lock(&mutex); }
static void unlock(void) { if (LOCKS) pthread_mutex_unlock(&mutex); }
static void* set(void* unused) {
  lock();
  handlers.WHICH = same;
  unlock();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  lock();
  int got = call_first(&handlers, 20);
  assert(got == 41 || got == 21);
  unlock();
  pthread_join(thread, 0);
  assert(call_second(&handlers, 20) == (handlers.second == same ? 20 : 40));
  return 0;
}
END
run_with handlers -DLOCKS=1 -DWHICH=first
echo "locked: $?"
run_with handlers -DLOCKS=0 -DWHICH=second
echo "beside: $?"
run_with handlers -DLOCKS=0 -DWHICH=first
echo "shared: $?"
