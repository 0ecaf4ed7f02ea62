// More memory than this machine has is asked for, and the answer is null, as promised; unusual but possible blocks are there.
// exit: 0
// says: pass
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  volatile size_t much = (size_t)1 << 46;
  assert(malloc(much) == 0 && errno == ENOMEM);
  assert(calloc(much, 4) == 0);
  void* block = 0;
  assert(posix_memalign(&block, 4096, 100) == 0 && (uintptr_t)block % 4096 == 0);
  free(block);
  block = aligned_alloc(1, 7);
  free(block);
  block = reallocarray(0, 10, 10);
  free(block);
  return 0;
}
