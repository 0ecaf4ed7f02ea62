// Memory is asked for that no machine has.
// run: for c in negative product resized aligned posix zero; do linnet run {} -- -w -- $c; echo "$c: $?"; done; exit 1
// exit: 1
// says: Thread 0 asks for a block of 18446744073709551615 bytes, more than there can be, in main at impossible.c:19\.
// says: Thread 0 asks for a block of 4294967296 elements of 4294967297 bytes, more than there can be
// says: Thread 0 asks for a block of 9223372036854775807 elements of 3 bytes
// says: Thread 0 asks for a block at a multiple of 3, which is no power of two
// says: Thread 0 asks for a block at a multiple of 24, which is no power of two
// says: Thread 0 asks for a block at a multiple of 0, which is no power of two
// says: negative: 1\n
// says: zero: 1\n
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  const char* what = argv[argc - 1];
  void* block = 0;
  if (strcmp(what, "negative") == 0) block = malloc((size_t)(-argc / argc));
  if (strcmp(what, "product") == 0) block = calloc(1ul << 32, (1ul << 32) + 1);
  if (strcmp(what, "resized") == 0) block = reallocarray(0, ~0ul / 2, 3);
  if (strcmp(what, "aligned") == 0) block = aligned_alloc(3, 30);
  if (strcmp(what, "posix") == 0) posix_memalign(&block, 24, 24);
  if (strcmp(what, "zero") == 0) block = aligned_alloc(0, 30);
  free(block);
  return 0;
}
