// An event count: the sleeper says that it will sleep and looks once more; the other one sets the event and looks for a sleeper. Without
// fences between, neither sees the other, and the sleeper is never woken.
#include <semaphore.h>

#include "weak.h"

static atomic_int event, sleeping;
static sem_t wake_up;

static void fence(void) {
#ifdef RIGHT
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void* sleeper(void* unused) {
  STORE(sleeping, 1, release);
  fence();
  if (LOAD(event, acquire) == 0) sem_wait(&wake_up);
  return unused;
}

static void* setter(void* unused) {
  STORE(event, 1, release);
  fence();
  if (LOAD(sleeping, acquire) == 1) sem_post(&wake_up);
  return unused;
}

int main(void) {
  sem_init(&wake_up, 0, 0);
  run2(sleeper, setter);
  return 0;
}
