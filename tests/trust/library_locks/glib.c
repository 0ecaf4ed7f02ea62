// Right: a queue of one place, guarded by glib's mutex and condition.
// run: linnet run {} -- $(pkg-config --cflags --libs glib-2.0)
// exit: 0
// says: pass
#include <assert.h>
#include <glib.h>
#include <pthread.h>

static GMutex mutex;
static GCond filled, emptied;
static int value, full;

static void* put(void* nothing) {
  for (int i = 1; i <= 2; ++i) {
    g_mutex_lock(&mutex);
    while (full) g_cond_wait(&emptied, &mutex);
    value = i;
    full = 1;
    g_cond_signal(&filled);
    g_mutex_unlock(&mutex);
  }
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, put, 0);
  for (int i = 1; i <= 2; ++i) {
    g_mutex_lock(&mutex);
    while (!full) g_cond_wait(&filled, &mutex);
    assert(value == i);
    full = 0;
    g_cond_signal(&emptied);
    g_mutex_unlock(&mutex);
  }
  pthread_join(thread, 0);
  return 0;
}
