#!/usr/bin/env bash
# A library without a single atomic instruction: release and acquire are plain moves on this processor. What it hands over is not raced for.
# exit: 0
# says: complete
# never: Data race|not all seen
. "$(dirname "$0")/../library.bash"
library mailbox <<'END' || exit 1
static int full, value;
void mailbox_put(int v) {
  value = v;
  __atomic_store_n(&full, 1, __ATOMIC_RELEASE);
}
int mailbox_get(int* v) {
  if (!__atomic_load_n(&full, __ATOMIC_ACQUIRE)) return 0;
  *v = value;
  return 1;
}
END
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
void mailbox_put(int);
int mailbox_get(int*);
static int payload;
static void* send(void* unused) {
  payload = 7;
  mailbox_put(1);
  return unused;
}
int main(void) {
  pthread_t thread;
  int got;
  pthread_create(&thread, 0, send, 0);
  if (mailbox_get(&got)) assert(got == 1 && payload == 7);
  pthread_join(thread, 0);
  assert(mailbox_get(&got) && payload == 7);
  return 0;
}
END
run_with mailbox
