// A pointer that is wrong is refused by the kernel with Linnet, too.
// exit: 0
#include <assert.h>
#include <errno.h>
#include <unistd.h>
static int ends[2];
static const char constant[16] = "read-only";
int main(void) {
  assert(pipe(ends) == 0);
  assert(write(ends[1], "hello", 6) == 6);
  assert(read(ends[0], (char*)constant, sizeof constant) == -1 && errno == EFAULT);
  assert(read(ends[0], (void*)8, 6) == -1 && errno == EFAULT);
  return 0;
}
