// Nearly wrong: two threads read what their commands print, and have the commands open at the same time.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* nothing) {
  FILE* command = popen("echo 42", "r");
  int number = 0;
  assert(command != 0 && fscanf(command, "%d", &number) == 1 && number == 42);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(pclose(command) == 0);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
