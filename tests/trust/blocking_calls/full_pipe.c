// A write to a full pipe waits until another thread reads.
// exit: 0
// says: complete
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static int ends[2];
static char block[3 * 4096];
static void* take(void* unused) {
  static char got[4096];
  for (unsigned done = 0; done < sizeof block;) {
    const long n = read(ends[0], got, sizeof got);
    assert(n > 0);
    done += (unsigned)n;
  }
  return unused;
}
int main(void) {
  assert(pipe(ends) == 0 && fcntl(ends[1], F_SETPIPE_SZ, 4096) == 4096);
  pthread_t t;
  pthread_create(&t, 0, take, 0);
  memset(block, 'x', sizeof block);
  assert(write(ends[1], block, sizeof block) == (long)sizeof block);
  pthread_join(t, 0);
  return 0;
}
