// Threads use each other's locals as long as they live.
// exit: 0
// says: complete
#include <pthread.h>
#include <semaphore.h>

struct Shared {
  int number;
  sem_t ready, done;
};
static struct Shared* of_thread;
static sem_t published;

static void* body(void* argument) {
  struct Shared* of_main = argument;
  of_main->number = 1;
  struct Shared own;
  sem_init(&own.ready, 0, 0);
  sem_init(&own.done, 0, 0);
  of_thread = &own;
  sem_post(&published);
  sem_wait(&own.ready);
  own.number++;
  sem_post(&own.done);
  return 0;
}

int main(void) {
  struct Shared shared;
  sem_init(&published, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, body, &shared);
  sem_wait(&published);
  of_thread->number = shared.number;
  sem_post(&of_thread->ready);
  pthread_join(thread, 0);
  return 0;
}
