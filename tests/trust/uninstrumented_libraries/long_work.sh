#!/usr/bin/env bash
# Near miss: a library that works for long on memory of its own. That it shares nothing is not known: the result names it, and is not complete.
# exit: 0
# says: within the accesses that are seen; .*not all seen: fill_table in libtable.so
# never: complete
. "$(dirname "$0")/../library.bash"
library table <<'END' || exit 1
static unsigned table[1 << 16];
unsigned fill_table(unsigned seed) {
  unsigned sum = 0;
  for (int round = 0; round < 4; ++round)
    for (unsigned i = 0; i < sizeof table / sizeof *table; ++i) sum += table[i] = table[(i * seed) % (sizeof table / sizeof *table)] * 31 + i;
  return sum;
}
END
cat > program.c <<'END'
#include <pthread.h>
unsigned fill_table(unsigned);
static int shared;
static void* count(void* unused) {
  __atomic_fetch_add(&shared, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  fill_table(17);
  __atomic_fetch_add(&shared, 1, __ATOMIC_SEQ_CST);
  pthread_join(thread, 0);
  return 0;
}
END
run_with table
