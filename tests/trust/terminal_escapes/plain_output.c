// Nearly: tabulators, several lines and letters beyond ASCII are shown as they are.
// exit: 1
// says: one\ttwo\n +naïve → ✔ ü
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("one\ttwo\nnaïve → ✔ ü\n");
  fflush(stdout);
  abort();
}
