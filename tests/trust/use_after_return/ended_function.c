// A function of a thread that goes on leaves the address of a local variable behind; another thread uses it after that.
// exit: 1
// says: Thread 0 uses a local of thread 1 after the function or the thread that it belonged to has ended
#include <pthread.h>
#include <semaphore.h>

static int* volatile left;
static sem_t ready, done;

__attribute__((noinline)) static void leave(void) {
  int local[64] = {1};
  left = &local[0];
}

static void* body(void* arg) {
  leave();
  sem_post(&ready);
  sem_wait(&done);
  return arg;
}

int main(void) {
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, body, 0);
  sem_wait(&ready);
  *left = 2;
  sem_post(&done);
  pthread_join(thread, 0);
  return 0;
}
