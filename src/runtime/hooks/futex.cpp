// syscall(SYS_futex): what atomic::wait, semaphores, latches and futures of libstdc++ come down to.
//
// A wait reads the word and writes its seat if it goes to sleep; a wake writes all seats, or reads them if
// nobody sleeps.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {
namespace {

long fails_with(int error) {
  errno = error;
  return -1;
}

long wait(const volatile std::uint32_t* word, std::uint32_t expected, bool timed, const void* pc) {
  Thread& thread = self();
  Step& queueing = next_step(pc);
  queueing.touch(address_of(word), sizeof *word, false);
  queueing.touch(seat(word, thread.number), 1, true);
  queueing.conditional = true;
  take_turn();
  check_access(address_of(word), sizeof *word, pc);
  if (*word != expected) {
    queueing.leave_out(1);
    return fails_with(EAGAIN);
  }
  thread.queued_on = const_cast<const std::uint32_t*>(word);
  Step& resuming = next_step(pc);
  resuming.touch(seat(word, thread.number), 1, timed);
  if (timed) {
    resuming.conditional = true;
    take_turn();
  } else {
    resuming.wait_for(kWoken);
    take_turn_when(is_woken, WaitsFor::futex, word);
  }
  if (thread.queued_on != nullptr) {
    thread.queued_on = nullptr;
    return fails_with(ETIMEDOUT);
  }
  resuming.accesses[0].writes = false;
  return 0;
}

long wake_some(const volatile std::uint32_t* word, std::uint32_t most, const void* pc) {
  Step& step = next_step(pc);
  step.touch(seats(word), kSeats, true);
  step.conditional = true;
  take_turn();
  return wake(const_cast<const std::uint32_t*>(word), most);
}

long futex(const volatile std::uint32_t* word, int operation, std::uint32_t value, bool timed,
           const void* pc) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: return wait(word, value, timed, pc);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return wake_some(word, value, pc);
    default: fail_unsupported("futex operation " + std::to_string(operation & FUTEX_CMD_MASK), pc);
  }
}

}  // namespace

LINNET_EXPORT long syscall(long number, ...) {
  std::va_list list;
  va_start(list, number);
  long a[6];
  for (long& argument : a) argument = va_arg(list, long);
  va_end(list);
  if (scheduled() && number == SYS_futex) {
    return futex(reinterpret_cast<const volatile std::uint32_t*>(a[0]), static_cast<int>(a[1]),
                 static_cast<std::uint32_t>(a[2]), a[3] != 0, __builtin_return_address(0));
  }
  if (scheduled() && number == SYS_gettid) return 1 + self().number;
  const long result = raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  return result < 0 && result > -4096 ? fails_with(static_cast<int>(-result)) : result;
}

}  // namespace linnet::runtime
