// A thread leaves the address of a local variable behind.
// exit: 1
// says: Thread 0 uses a local of thread 1 after the function or the thread that it belonged to has ended, in main at ended_thread.c:18\.
#include <pthread.h>

static int* left;

static void* body(void* arg) {
  int local = 1;
  left = &local;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, body, 0);
  pthread_join(thread, 0);
  return *left - 1;
}
