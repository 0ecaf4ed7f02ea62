// A timerfd runs on the virtual clock: an hour takes no time.
// exit: 0
// says: complete
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void) {
  const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const struct itimerspec hour = {.it_value = {3600, 0}, .it_interval = {3600, 0}};
  assert(timerfd_settime(timer, 0, &hour, 0) == 0);
  for (int i = 0; i < 3; ++i) {
    uint64_t times;
    assert(read(timer, &times, sizeof times) == sizeof times && times == 1);
  }
  return 0;
}
