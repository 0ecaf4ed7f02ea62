// Two threads write to one pipe: both orders are explored.
// run: linnet run --strategy dpor {}
// exit: 1
// says: Assertion
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void* put(void* letter) {
  assert(write(ends[1], letter, 1) == 1);
  return 0;
}
int main(void) {
  assert(pipe(ends) == 0);
  pthread_t t[2];
  pthread_create(&t[0], 0, put, "a");
  pthread_create(&t[1], 0, put, "b");
  char c[2];
  for (int i = 0; i < 2; ++i) assert(read(ends[0], &c[i], 1) == 1);
  assert(c[0] == 'a' && c[1] == 'b');
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  return 0;
}
