// Every byte of blocks of all small sizes is used, also across the parts of the shadow and after a larger block was there before.
// exit: 0
// says: complete
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) Unaligned {
  char before;
  uint64_t value;
};

static void* use(void* arg) {
  for (int size = 1; size < 80; ++size) {
    char* block = malloc(size);
    memset(block, 1, malloc_usable_size(block));
    for (int i = 0; i < size; ++i) block[i]++;
    free(block);
  }
  free(malloc(2000));
  char* smaller = malloc(1100);
  smaller[1099] = 1;
  smaller = realloc(smaller, 1500);
  smaller[1499] = 1;
  free(smaller);
  struct Unaligned* unaligned = malloc(3 * sizeof *unaligned);
  for (int i = 0; i < 3; ++i) unaligned[i].value = 1;
  free(unaligned);
  int* aligned = aligned_alloc(256, 256);
  aligned[63] = 1;
  free(aligned);
  free(malloc(0));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
