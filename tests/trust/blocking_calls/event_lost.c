// The near miss: two notifications are one event of an eventfd, and the second reader waits for ever in one order.
// exit: 1
// says: Deadlock
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int event;
static void* notify(void* unused) {
  const uint64_t one = 1;
  assert(write(event, &one, sizeof one) == sizeof one);
  return unused;
}
int main(void) {
  event = eventfd(0, 0);
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, notify, 0);
  for (int i = 0; i < 2; ++i) {
    uint64_t count;
    assert(read(event, &count, sizeof count) == sizeof count);
  }
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  return 0;
}
