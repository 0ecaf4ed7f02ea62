// Long loops of plain work end by themselves: they are no steps, and there is nothing to explore. Some come to the same place with
// the same registers very often.
// run: linnet run --time 60s --strategy dpor {} -- -O0
// exit: 0
// says: \b1 execution by dpor, complete
#include <assert.h>
#include <pthread.h>

enum { kSize = 1 << 20 };
static int numbers[2][kSize];
static int rounds[2];

static int same_state(int* round) {
  while (*round != 300000) ++*round;
  return 1;
}

static void* work(void* which) {
  int* mine = numbers[*(int*)which];
  long sum = 0;
  for (int i = 0; i < kSize; ++i) mine[i] = i;
  for (int i = 0; i < kSize; ++i) sum += mine[i];
  assert(sum == (long)kSize * (kSize - 1) / 2);
  assert(same_state(&rounds[*(int*)which]));
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int which[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &which[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
