// A text is copied into a block that has no room for its end: compilers like to make such a copy of a few moves without a hook.
// run: for room in 9 8; do linnet run --time 60s {} -- -O2 -DROOM=$room; done
// exit: 1
// says: (?s)^\S+ pass .*\n\S+ violation.*accesses 9 bytes across the end
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *text;

static void *copy(void *unused) {
  strcpy(text, "12345678");
  return unused;
}

int main(void) {
  text = malloc(ROOM);
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  pthread_join(thread, 0);
  free(text);
  return 0;
}
