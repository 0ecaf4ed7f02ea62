# Right: the program loads a library of its own, which is instrumented and has data, in every execution: each finds it as it was loaded.
# exit: 0
# says: pass
set -eu
. "$(dirname "$0")/../library.bash"
plugin plugin -fsanitize=thread <<'C'
#include <stdatomic.h>
#include <stdlib.h>
static int *block, constructed;
static _Thread_local int calls;
atomic_int counter;
__attribute__((constructor)) static void construct(void) {
  constructed = 40;
  block = malloc(sizeof *block);
  *block = 2;
}
int add(void) { return atomic_fetch_add(&counter, 1) + ++calls; }
int answer(void) { return constructed++ + (*block)++; }
C
cat > main.c <<'C'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static int (*add)(void);
static void* run(void* nothing) {
  add();
  return nothing;
}
int main(void) {
  void* plugin = dlopen("./plugin.so", RTLD_NOW);
  assert(plugin != 0);
  assert(dlopen("./missing.so", RTLD_NOW) == 0 && dlerror() != 0);
  add = (int (*)(void))dlsym(plugin, "add");
  assert(((int (*)(void))dlsym(plugin, "answer"))() == 42);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(add() == 3);
  assert(dlclose(plugin) == 0);
  return 0;
}
C
linnet run main.c
