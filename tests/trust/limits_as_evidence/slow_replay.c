// The near miss: an execution fails, and its replay is ended by a limit. The failure is not confirmed, and nothing else is known.
// exit: 3
// says: an execution ended with exit, and when it was replayed in a fresh process, a limit ended it
// never: nondeterminism|decides what happens
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  if (access("seen", F_OK) != 0) {
    close(creat("seen", 0600));
    return 1;
  }
  for (;;) {
  }
}
