// Nearly that: the unknown function is called before there are other threads, and after they were joined. Those beside it access nothing of the caller's.
// exit: 0
// says: complete
// never: not all seen
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int found;

static void* look(void* text) {
  if (isalpha(*(const unsigned char*)text) && abs(-1) == 1 && getpid() > 0 && lround(1.2) == 1) found++;
  return 0;
}

int main(void) {
  regex_t word;
  regcomp(&word, "^[a-z]+$", REG_EXTENDED | REG_NOSUB);
  pthread_t one, two;
  pthread_create(&one, 0, look, "word");
  pthread_create(&two, 0, look, "2");
  pthread_join(one, 0);
  pthread_join(two, 0);
  const int status = regexec(&word, "word", 0, 0, 0);
  regfree(&word);
  return found != 1 || status;
}
