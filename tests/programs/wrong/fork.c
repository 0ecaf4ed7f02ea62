/* Not supported, and said so.
   explore: dfs:1
   outcomes: unsupported
   failure: fork */
#include <unistd.h>
int main(void) { return fork() == 0; }
