// Near miss: what a system call does with its pointers is not known here. The result names the function that makes the call, and is not complete.
// exit: 0
// says: within the accesses that are seen; .*not all seen: main
// never: complete
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned versions[2];
static void* use(void* unused) {
  versions[1] = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  syscall(SYS_capget, versions, 0);
  pthread_join(thread, 0);
  return 0;
}
