#!/usr/bin/env bash
# The same lock, taken in two steps: both threads may see it free.
# exit: 1
# says: Data race: .*count
. "$(dirname "$0")/../library.bash"
library lock <<'END' || exit 1
void my_lock(int* word) {
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE)) {
  }
  __sync_fetch_and_or(word, 1);
}
void my_unlock(int* word) { __atomic_store_n(word, 0, __ATOMIC_RELEASE); }
END
cat > program.c <<'END'
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
}
END
run_with lock
