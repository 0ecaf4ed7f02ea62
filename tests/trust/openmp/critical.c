// Threads of pthread in a critical section of OpenMP, whose lock would block them all.
// run: linnet run --time 10m {} -- -fopenmp
// exit: 3
// says: OpenMP
#include <pthread.h>

static int value;

static void* run(void* nothing) {
#pragma omp critical
  ++value;
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
  return 0;
}
