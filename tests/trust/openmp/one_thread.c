// Nearly: OpenMP is linked, and only asked for the time and the number of threads; the threads are those of pthread.
// run: linnet run --time 10m {} -- -fopenmp
// exit: 1
// says: Data race: .* value
#include <omp.h>
#include <pthread.h>

static int value;

static void* run(void* nothing) {
  value += omp_get_max_threads() > 0;
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
  return 0;
}
