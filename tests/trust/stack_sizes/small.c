// Wrong: the thread asked for a stack of 64 KB, and needs a megabyte.
// exit: 1
// says: [Ss]tack
#include <pthread.h>
#include <string.h>

static void* run(void* nothing) {
  char large[1 << 20];
  memset(large, 1, sizeof large);
  return large[12345] == 1 ? nothing : (void*)1;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  pthread_t thread;
  pthread_create(&thread, &attributes, run, 0);
  pthread_join(thread, 0);
  return 0;
}
