// Nearly races: functions that stop before what another thread writes, and two threads that print to one stream or only read.
// exit: 0
// says: complete
// never: Data race|not all seen
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char shared[64] = "12 text";
static char constant[] = "4.5 constant";

static void* use(void* unused) {
  char own[32];
  shared[8] = '3';
  sprintf(own, "%s %g", constant, strtod(constant, 0));
  printf("%s\n", constant);
  return unused;
}

int main(void) {
  char* end;
  int number;
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  snprintf(shared, 8, "%d %s", 12, "texts that are too long");  // writes eight bytes
  strtol(shared, &end, 10);
  sscanf(shared, "%d", &number);
  memchr(shared, '2', sizeof shared);
  printf("%.7s %s\n", shared, constant);
  pthread_join(thread, 0);
  return 0;
}
