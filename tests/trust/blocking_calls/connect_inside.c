// A thread of the program connects: accept, a request and its answer.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
static const struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0linnet-trust"};
static void* client(void* unused) {
  const int s = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(s, (const struct sockaddr*)&name, sizeof name) == 0);
  char c;
  assert(write(s, "?", 1) == 1 && read(s, &c, 1) == 1 && c == '!');
  close(s);
  return unused;
}
int main(void) {
  const int door = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(door, (const struct sockaddr*)&name, sizeof name) == 0 && listen(door, 1) == 0);
  pthread_t t;
  pthread_create(&t, 0, client, 0);
  const int s = accept(door, 0, 0);
  char c;
  assert(s >= 0 && read(s, &c, 1) == 1 && c == '?' && write(s, "!", 1) == 1);
  pthread_join(t, 0);
  close(s);
  close(door);
  return 0;
}
