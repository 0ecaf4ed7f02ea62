#!/usr/bin/env bash
# A library copies with memcpy what a thread of the program writes: a race, unless a lock orders the two.
# exit: 0
# says: with lock: 0
# says: without: 1
# says: Data race
. "$(dirname "$0")/../library.bash"
library copy <<'END' || exit 1
#include <string.h>
void copy_out(char* to, const char* from, unsigned long size) { memcpy(to, from, size); }
END
cat > program.c <<'END'
#include <pthread.h>
void copy_out(char*, const char*, unsigned long);
static char text[64], copy[64];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { if (LOCKS) pthread_mutex_lock(&mutex); }
static void unlock(void) { if (LOCKS) pthread_mutex_unlock(&mutex); }
static void* write_text(void* unused) {
  lock();
  text[5] = 'x';
  unlock();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_text, 0);
  lock();
  copy_out(copy, text, sizeof text);
  unlock();
  pthread_join(thread, 0);
  return 0;
}
END
run_with copy -DLOCKS=1
echo "with lock: $?"
run_with copy -DLOCKS=0
echo "without: $?"
