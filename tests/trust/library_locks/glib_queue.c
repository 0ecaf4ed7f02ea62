// Nearly wrong: a mutex that only the library itself locks orders the data that is handed over.
// run: linnet run {} -- $(pkg-config --cflags --libs glib-2.0)
// exit: 0
// says: pass
#include <assert.h>
#include <glib.h>

static GAsyncQueue* queue;
static int values[2];

static void* put(void* nothing) {
  for (int i = 0; i < 2; ++i) {
    values[i] = i + 1;
    g_async_queue_push(queue, &values[i]);
  }
  return nothing;
}

int main(void) {
  queue = g_async_queue_new();
  GThread* thread = g_thread_new("puts", put, 0);
  for (int i = 0; i < 2; ++i) assert(*(int*)g_async_queue_pop(queue) == i + 1);
  g_thread_join(thread);
  return 0;
}
