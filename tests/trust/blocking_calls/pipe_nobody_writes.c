// Both ends of the pipe are in the program, and no thread writes: a deadlock.
// exit: 1
// says: Deadlock
// says: waits for a pipe
#include <unistd.h>
int main(void) {
  int ends[2];
  char c;
  if (pipe(ends) != 0) return 2;
  return read(ends[0], &c, 1) == 1;
}
