// Wrong: a lock of one byte in a separate block that was never written.
// exit: 1
// says: which was never written
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
  atomic_flag* lock = malloc(sizeof *lock + 7);
  while (atomic_flag_test_and_set(lock)) {
  }
  return 0;
}
