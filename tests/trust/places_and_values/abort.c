// abort is the last thing that a function does: its own line is to blame, not what comes behind it.
// exit: 1
// says: Thread 0: Aborted in gives_up at abort.c:7\.
#include <stdlib.h>

static void gives_up(void) {
  abort();
}

static int other(void) { return 1; }

int main(int argc, char** argv) {
  if (argc > 5) return other();
  gives_up();
}
