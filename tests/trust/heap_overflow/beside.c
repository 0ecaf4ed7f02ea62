// Accesses beside a block of the heap.
// run: for c in behind last before copy atomic text; do linnet run {} -- -- $c; echo "$c: $?"; done; exit 1
// exit: 1
// says: Thread 0 accesses 4 bytes just behind the end of block A, which has 32 bytes, in main at beside.c:22\.
// says: Thread 0 accesses 1 byte just behind the end of block A, which has 13 bytes
// says: Thread 0 accesses 4 bytes 4 bytes before block A, which has 32 bytes
// says: Thread 0 accesses 40 bytes across the end of block A, which has 32 bytes
// says: Thread 0 accesses 4 bytes 8 bytes behind the end of block A, which has 32 bytes
// says: Thread 0 accesses 14 bytes across the end of block A, which has 13 bytes
// says: behind: 1\n
// says: text: 1\n
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  const char* what = argv[argc - 1];
  int* numbers = malloc(8 * sizeof(int));
  char* text = malloc(13);
  char from[64] = "thirteen chars";
  if (strcmp(what, "behind") == 0)
    numbers[8] = 1;
  if (strcmp(what, "last") == 0) text[13] = 1;
  if (strcmp(what, "before") == 0) numbers[-1] = 1;
  if (strcmp(what, "copy") == 0) memcpy(numbers, from, 40);
  if (strcmp(what, "atomic") == 0) atomic_store((_Atomic int*)&numbers[10], 1);
  if (strcmp(what, "text") == 0) {
    from[13] = 0;
    strcpy(text, from);
  }
  free(text);
  free(numbers);
  return 0;
}
