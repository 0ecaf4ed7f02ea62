// Right: the thread asked for a stack of 64 MB, and uses half of it.
// exit: 0
// says: complete
#include <pthread.h>
#include <string.h>

static void* run(void* nothing) {
  char large[32 << 20];
  memset(large, 1, sizeof large);
  return large[12345] == 1 ? nothing : (void*)1;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 20);
  pthread_t thread;
  void* result;
  pthread_create(&thread, &attributes, run, 0);
  pthread_join(thread, &result);
  return result != 0;
}
