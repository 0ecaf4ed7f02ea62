// Right: a command ends as it says.
// exit: 0
// says: pass
#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>

int main(void) {
  assert(system(NULL) != 0);
  const int status = system("exit 3");
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  return 0;
}
