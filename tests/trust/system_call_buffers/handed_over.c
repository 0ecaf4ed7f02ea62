// Near miss: the buffer is handed over by the pipe itself. A thread that has read from it may write where the other thread's write() read before.
// run: linnet run --time 60s {}
// exit: 0
// says: complete
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char buffer[4] = "abc";

static void* take(void* unused) {
  char got[4];
  if (read(ends[0], got, sizeof got) == sizeof got) buffer[0] = 'x';
  return unused;
}

int main(void) {
  if (pipe(ends) != 0) return 1;
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  if (write(ends[1], buffer, sizeof buffer) != sizeof buffer) return 2;
  pthread_join(thread, 0);
  return 0;
}
