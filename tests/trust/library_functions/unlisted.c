// A function that Linnet knows nothing about is named if it is called while other threads run, and the result is not complete.
// exit: 0
// says: not instrumented, and not all seen: regexec
// says: within the accesses that are seen
// never: , complete
#include <pthread.h>
#include <regex.h>
#include <stdatomic.h>

static regex_t word;
static atomic_int found;

static void* look(void* text) {
  if (regexec(&word, text, 0, 0, 0) == 0) found++;
  return 0;
}

int main(void) {
  regcomp(&word, "^[a-z]+$", REG_EXTENDED | REG_NOSUB);
  pthread_t one, two;
  pthread_create(&one, 0, look, "word");
  pthread_create(&two, 0, look, "2");
  pthread_join(one, 0);
  pthread_join(two, 0);
  regfree(&word);
  return found != 1;
}
