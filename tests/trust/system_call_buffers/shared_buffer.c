// The thread that calls read() or write() accesses the buffer: without a lock that is a race with other users of the buffer.
// run: for locks in 1 0; do linnet run --time 60s {} -- -DLOCKS=$locks; done
// exit: 1
// says: (?s)^\S+ pass .*complete.*\n\S+ violation.*Data race
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char buffer[16];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) {
  if (LOCKS) pthread_mutex_lock(&mutex);
}
static void unlock(void) {
  if (LOCKS) pthread_mutex_unlock(&mutex);
}

static void* use(void* unused) {
  lock();
  buffer[3] = 'x';
  unlock();
  return unused;
}

int main(void) {
  if (pipe(ends) != 0 || write(ends[1], "0123456789", 10) != 10) return 1;
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  lock();
  if (read(ends[0], buffer, 10) != 10) return 2;
  unlock();
  pthread_join(thread, 0);
  return 0;
}
