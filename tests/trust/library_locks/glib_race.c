// Wrong: one of the two threads does not lock.
// run: linnet run {} -- $(pkg-config --cflags --libs glib-2.0)
// exit: 1
// says: Data race: .* value
#include <glib.h>
#include <pthread.h>

static GMutex mutex;
static int value;

static void* run(void* locks) {
  if (locks) g_mutex_lock(&mutex);
  ++value;
  if (locks) g_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, &mutex);
  run(0);
  pthread_join(thread, 0);
  return 0;
}
