// The first execution is ended by the limit on processor time, and a replay of it is not: that is no nondeterminism.
// exit: 3
// says: goes on for ever
// never: nondeterminism|decides what happens
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  if (access("seen", F_OK) == 0) return 0;
  close(creat("seen", 0600));
  for (;;) {
  }
}
