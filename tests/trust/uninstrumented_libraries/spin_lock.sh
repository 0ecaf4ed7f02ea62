#!/usr/bin/env bash
# A test-and-test-and-set lock in a library that was compiled by itself: it protects plain data, and waiting for it ends.
# exit: 0
# says: complete
# never: Data race
. "$(dirname "$0")/../library.bash"
library lock <<'END' || exit 1
static void pause_a_bit(void) { __builtin_ia32_pause(); }
void my_lock(int* word) {
  while (__sync_lock_test_and_set(word, 1)) {
    while (*(volatile int*)word) pause_a_bit();
  }
}
void my_unlock(int* word) { __sync_lock_release(word); }
END
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
void my_lock(int*);
void my_unlock(int*);
int lock, count;
void* add(void* unused) {
  my_lock(&lock);
  ++count;
  my_unlock(&lock);
  return unused;
}
int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(count == 2);
}
END
run_with lock
