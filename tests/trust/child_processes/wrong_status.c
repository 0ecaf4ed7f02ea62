// Wrong: the command fails, and the program does not expect it.
// exit: 1
// says: system\("false"\) == 0
#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(system("false") == 0);
  return 0;
}
