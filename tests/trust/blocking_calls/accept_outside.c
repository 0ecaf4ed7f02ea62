// A connection would come from outside of the program: the result is unknown, and names the call.
// exit: 3
// says: thread 0 waits in accept\(\) for something outside of the program
#include <sys/socket.h>
#include <sys/un.h>
int main(void) {
  const struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0linnet-door"};
  const int door = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(door, (const struct sockaddr*)&name, sizeof name) != 0 || listen(door, 1) != 0) return 2;
  return accept(door, 0, 0) < 0;
}
