// One execution was begun, and no strategy has seen anything yet: the result is no longer than that.
// exit: 3
// says: 1 execution by bounded
// says: waits in pause
// never: 0 executions
// never: First seen
#include <unistd.h>
int main(void) {
  pause();
}
