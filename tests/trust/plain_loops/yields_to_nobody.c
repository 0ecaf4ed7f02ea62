// Near miss: there is no other thread that could write what the loop waits for. It is stuck.
// run: linnet run --time 60s --races off {}
// exit: 1
// says: for ever
#include <sched.h>

static int flag;

int main(void) {
  while (!*(int*)&flag) sched_yield();
  return 0;
}
