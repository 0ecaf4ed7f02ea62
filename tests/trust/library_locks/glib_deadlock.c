// Wrong: two mutexes in opposite orders.
// run: linnet run {} -- $(pkg-config --cflags --libs glib-2.0)
// exit: 1
// says: [Dd]eadlock
#include <glib.h>
#include <pthread.h>

static GMutex first, second;

static void both(GMutex* a, GMutex* b) {
  g_mutex_lock(a);
  g_mutex_lock(b);
  g_mutex_unlock(b);
  g_mutex_unlock(a);
}

static void* run(void* nothing) {
  both(&second, &first);
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  both(&first, &second);
  pthread_join(thread, 0);
  return 0;
}
