// With --races=off plain reads are not seen. A loop that yields until another thread has written is not stuck.
// run: linnet run --time 60s --races off {}
// exit: 0
// says: pass
// never: for ever
#include <pthread.h>
#include <sched.h>

static int flag;

static void* set(void* unused) {
  sched_yield();
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  while (!*(int*)&flag) sched_yield();
  pthread_join(thread, 0);
  return 0;
}
