// Nearly right: a library is loaded in some executions only, which is found out too late.
// exit: 3
// says: dlopen\("libutil.so.1"\)
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first;

static void* run(void* nothing) {
  if (atomic_fetch_add(&first, 1) == 0) dlopen("libutil.so.1", RTLD_NOW);
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  atomic_fetch_add(&first, 1);
  pthread_join(thread, 0);
  return 0;
}
