// A file decides what happens: that is nondeterminism.
// exit: 1
// says: decides what happens
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  if (access("seen", F_OK) == 0) return 0;
  close(creat("seen", 0600));
  return 1;
}
