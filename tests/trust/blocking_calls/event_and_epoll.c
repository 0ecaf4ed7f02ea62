// A thread waits in epoll_wait for an eventfd that another one writes, and takes over the data.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int event;
static int data;
static void* notify(void* unused) {
  data = 1;
  const uint64_t one = 1;
  assert(write(event, &one, sizeof one) == sizeof one);
  return unused;
}
int main(void) {
  event = eventfd(0, 0);
  const int all = epoll_create1(0);
  struct epoll_event wanted = {.events = EPOLLIN, .data.fd = event};
  assert(event >= 0 && all >= 0 && epoll_ctl(all, EPOLL_CTL_ADD, event, &wanted) == 0);
  pthread_t t;
  pthread_create(&t, 0, notify, 0);
  struct epoll_event came;
  assert(epoll_wait(all, &came, 1, -1) == 1 && came.data.fd == event);
  uint64_t count;
  assert(read(event, &count, sizeof count) == sizeof count && count == 1);
  assert(data == 1);
  pthread_join(t, 0);
  return 0;
}
