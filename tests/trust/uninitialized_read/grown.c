// Nearly right: realloc keeps what was there, and what it adds was never written.
// exit: 1
// says: reads block [A-Z]\+4, which was never written
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
  atomic_int* counters = calloc(1, sizeof *counters);
  counters = realloc(counters, 2 * sizeof *counters);
  int sum = atomic_load(&counters[0]) + atomic_load(&counters[1]);
  free(counters);
  return sum != 0;
}
