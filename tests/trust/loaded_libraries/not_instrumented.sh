# Near miss: a library that is loaded with dlopen and not instrumented. Nobody has looked for its accesses, so the result names it and is not complete.
# exit: 0
# says: within the accesses that are seen; .*not all seen: plugin.so
# never: complete
set -eu
. "$(dirname "$0")/../library.bash"
plugin plugin <<'C'
static int shared;
void increment(void) { ++shared; }
C
cat > main.c <<'C'
#include <dlfcn.h>
#include <pthread.h>
static void* run(void* increment) {
  ((void (*)(void))increment)();
  return 0;
}
int main(void) {
  void* increment = dlsym(dlopen("./plugin.so", RTLD_NOW), "increment");
  pthread_t thread;
  pthread_create(&thread, 0, run, increment);
  run(increment);
  pthread_join(thread, 0);
  return 0;
}
C
linnet run main.c
