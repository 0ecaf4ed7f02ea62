// Pipes and events that static constructors made are in every execution as they were.
// exit: 0
// says: complete
#include <sys/eventfd.h>
#include <unistd.h>

#include <cassert>
#include <cstdint>
#include <thread>

struct Channels {
  int ends[2] = {-1, -1};
  int event = eventfd(2, 0);
  Channels() { assert(pipe(ends) == 0 && write(ends[1], "a", 1) == 1); }
} channels;

int main() {
  std::thread t([] { assert(write(channels.ends[1], "b", 1) == 1); });
  char c[2];
  for (char& each : c) assert(read(channels.ends[0], &each, 1) == 1);
  assert(c[0] == 'a' && c[1] == 'b');
  std::uint64_t count = 0;
  assert(read(channels.event, &count, sizeof count) == sizeof count && count == 2);
  t.join();
  assert(write(channels.ends[1], "left", 4) == 4);
  close(channels.event);
}
