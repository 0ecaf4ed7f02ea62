// A loop that reads a file from a buffer of a megabyte does nothing but plain reads for long, and is not stuck.
// run: yes | head -c 1000000 > zeros; linnet run --time 120s {} -- -- zeros
// exit: 0
// never: for ever
#include <stdio.h>

static char buffer[1 << 20];
static int last;

int main(int count, char** words) {
  FILE* file = fopen(words[count - 1], "r");
  if (file == NULL) return 1;
  setvbuf(file, buffer, _IOFBF, sizeof buffer);
  last = EOF;
  while (getc(file) != last) {
  }
  fclose(file);
  return 0;
}
