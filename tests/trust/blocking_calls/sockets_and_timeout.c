// A pair of sockets between threads, and poll with a timeout: the answer may come too late.
// exit: 1
// says: in time
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void* echo(void* unused) {
  char c;
  assert(recv(ends[1], &c, 1, 0) == 1);
  assert(send(ends[1], &c, 1, 0) == 1);
  return unused;
}
int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t t;
  pthread_create(&t, 0, echo, 0);
  assert(send(ends[0], "?", 1, 0) == 1);
  struct pollfd answer = {.fd = ends[0], .events = POLLIN};
  assert(poll(&answer, 1, 100) == 1 && "in time");
  pthread_join(t, 0);
  return 0;
}
