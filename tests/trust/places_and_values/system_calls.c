// The table of steps names the calls that were made. Only pthread_create creates a thread.
// exit: 1
// says: calls pipe
// says: calls write
// says: creates a thread
// never: creates a thread +× 2
// never: calls _
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2];

static void* writer(void* unused) {
  return write(first[1], "1", 1) == 1 && write(second[1], "2", 1) == 1 ? unused : &first;
}

int main(void) {
  pthread_t thread;
  char c;
  if (pipe(first) != 0 || pipe(second) != 0) return 2;
  pthread_create(&thread, NULL, writer, NULL);
  assert(read(first[0], &c, 1) == 1 && c == '2');
  pthread_join(thread, NULL);
}
