/* Frees the middle of a block.
   explore: dfs:10
   outcomes: invalid-free */
#include <stdlib.h>
int main(void) {
  char *volatile block = malloc(100);
  free(block + 32);
  return 0;
}
