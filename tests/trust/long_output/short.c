// A short output is whole.
// exit: 1
// says: line 1\n(.*\n)*.*line 500\n
// never: left out
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  for (int i = 1; i <= 500; ++i) printf("line %d\n", i);
  fflush(stdout);
  abort();
}
