#!/usr/bin/env bash
# The same, but the flag is raised before the value is there: found in an archive and in a shared library, which have no atomic instruction.
# exit: 1
# says: (?s)Assertion.*Assertion
. "$(dirname "$0")/../library.bash"
library mailbox <<'END' || exit 1
static int full, value;
void mailbox_put(int v) {
  __atomic_store_n(&full, 1, __ATOMIC_RELEASE);
  __atomic_store_n(&value, v, __ATOMIC_RELEASE);
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
static void* send(void* unused) {
  mailbox_put(1);
  return unused;
}
int main(void) {
  pthread_t thread;
  int got;
  pthread_create(&thread, 0, send, 0);
  if (mailbox_get(&got)) assert(got == 1);
  pthread_join(thread, 0);
  assert(mailbox_get(&got));
  return 0;
}
END
run_with mailbox
cc -O2 -c mailbox.c && linnet run program.c -- mailbox.o
