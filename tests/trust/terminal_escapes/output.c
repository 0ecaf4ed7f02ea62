// Wrong, and what it prints would colour the terminal, rename it and hide the line before: all of it is shown, and nothing obeyed.
// exit: 1
// says: \\x1b\[31mred\\x1b\[0m \\x1b\]0;title\\x07 gone\\x0d
// says: Aborted
// never: \x1b
// never: \x07
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("\033[31mred\033[0m \033]0;title\007 gone\r\n");
  fflush(stdout);
  abort();
}
