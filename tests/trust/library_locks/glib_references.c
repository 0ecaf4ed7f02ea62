// The thread that drops the last reference frees the block. The library counts references with its own atomics: they are steps.
// run: linnet run {} -- $(pkg-config --cflags --libs glib-2.0)
// exit: 0
// says: complete
// never: Data race
#include <glib.h>
#include <pthread.h>

static GByteArray* shared;

static void* run(void* index) {
  shared->data[index != 0] = 1;
  g_byte_array_unref(shared);
  return 0;
}

int main(void) {
  shared = g_byte_array_new();
  g_byte_array_set_size(shared, 2);
  g_byte_array_ref(shared);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(&thread);
  pthread_join(thread, 0);
  return 0;
}
