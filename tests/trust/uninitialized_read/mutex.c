// Wrong: a mutex in a block of the heap that nothing was written to.
// exit: 1
// says: which was never written
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  free(mutex);
  return 0;
}
