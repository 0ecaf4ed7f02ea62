#!/usr/bin/env bash
# A counter in a static library that was compiled by itself: one way to count is atomic, the other loses an update.
# exit: 0
# says: atomic: 0
# says: plain: 1
cat > counter.c <<'END'
static long count;
void add_atomically(void) { __sync_fetch_and_add(&count, 1); }
void add_plainly(void) { ++count; }
long get(void) { return __atomic_load_n(&count, __ATOMIC_SEQ_CST); }
END
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
void add_atomically(void);
void add_plainly(void);
long get(void);
void* work(void* unused) {
  ADD();
  return unused;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  ADD();
  pthread_join(thread, 0);
  assert(get() == 2);
}
END
cc -O2 -fPIC -c counter.c && ar rcs libcounter.a counter.o || exit 1
linnet run program.c -- -DADD=add_atomically "-L$PWD" -lcounter
echo "atomic: $?"
linnet run program.c -- -DADD=add_plainly "-L$PWD" -lcounter
echo "plain: $?"
