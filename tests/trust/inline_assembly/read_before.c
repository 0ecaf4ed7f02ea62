// A plain access comes before the atomic ones to the same location, in every execution: what an earlier execution did must not make it another
// step than it was.
// exit: 0
// says: complete
// never: racing plain accesses
#include <assert.h>
#include <pthread.h>

static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int read_count(void) {
  int found;
  __asm__ volatile("movl %1, %0" : "=r"(found) : "m"(count));
  return found;
}

static void* add(void* unused) {
  int one = 1;
  __asm__ volatile("lock xaddl %0, %1" : "+r"(one), "+m"(count)::"memory");
  return unused;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  assert(read_count() == 0);
  pthread_mutex_unlock(&mutex);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(count == 2);
}
