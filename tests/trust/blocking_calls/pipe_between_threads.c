// A pipe between two threads is scheduled like a lock, and accesses before the write happen before those after the read.
// run: linnet run --strategy dpor {}
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static int data;
static void* produce(void* unused) {
  data = 42;
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}
int main(void) {
  assert(pipe(ends) == 0);
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  char c;
  assert(read(ends[0], &c, 1) == 1 && c == 'x');
  assert(data == 42);
  pthread_join(t, 0);
  return 0;
}
