// A failing program that prints 40 MB: the report has the beginning and the end, and says how much is missing.
// run: linnet run {} > out; status=$?; ls -l out | awk '{ print "size", $5 < 300000 }'; grep -a -o 'the first line\|the last line\|[0-9]* bytes are left out' out; exit $status
// exit: 1
// says: size 1
// says: the first line
// says: the last line
// says: 39[0-9]{6} bytes are left out
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  puts("the first line");
  for (int i = 0; i < 400000; ++i) printf("%099d\n", i);
  puts("the last line");
  fflush(stdout);
  abort();
}
