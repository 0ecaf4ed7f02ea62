// A call that gives up at a deadline has waited for it: a clock that is read afterwards is not before the deadline.
// exit: 0
// says: complete
#include <linux/futex.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

std::timed_mutex timed;
std::shared_timed_mutex shared;
sem_t semaphore;
int word = 0;

timespec as_timespec(std::chrono::nanoseconds time) {
  return {time.count() / 1'000'000'000, time.count() % 1'000'000'000};
}

template <class Clock = Steady, class Call>
void gives_up(Call call) {
  const auto deadline = Clock::now() + 5ms;
  assert(!call(deadline));
  assert(Clock::now() >= deadline);
}

void give_up_everywhere() {
  gives_up([](auto deadline) { return timed.try_lock_until(deadline); });
  gives_up<std::chrono::system_clock>([](auto deadline) { return timed.try_lock_until(deadline); });
  gives_up([](auto deadline) { return shared.try_lock_until(deadline); });
  gives_up([](auto deadline) { return shared.try_lock_shared_until(deadline); });
  gives_up<std::chrono::system_clock>([](auto deadline) {
    const timespec time = as_timespec(deadline.time_since_epoch());
    return sem_timedwait(&semaphore, &time) == 0;
  });
  gives_up([](auto deadline) {
    const timespec time = as_timespec(deadline.time_since_epoch());
    return syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, &time, nullptr, FUTEX_BITSET_MATCH_ANY) == 0 ||
           errno != ETIMEDOUT;
  });
  gives_up([](auto) {
    const timespec time = as_timespec(6ms);
    return syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &time) == 0 || errno != ETIMEDOUT;
  });
}

int main() {
  sem_init(&semaphore, 0, 0);
  const std::lock_guard holds_timed(timed);
  const std::lock_guard holds_shared(shared);
  std::thread(give_up_everywhere).join();
}
