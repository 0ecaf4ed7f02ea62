// The kernel's futex calls, on which atomic::wait, semaphores, latches and futures of libstdc++ are built.
//
// A wait reads the word and writes its seat if it goes to sleep; a wake writes all seats, or reads them if no
// thread sleeps.
#include "runtime/hooks/futex.hpp"

#include <linux/futex.h>

#include <cerrno>

#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/virtual_clock.hpp"

namespace linnet::runtime {
namespace {

// Whether the word holds what is expected: then the thread is queued.
bool look_and_queue(const volatile std::uint32_t* word, std::uint32_t expected, const void* pc) {
  Thread& thread = self();
  if (current.graph != nullptr)
    return current.graph->look_and_sleep(thread, const_cast<std::uint32_t*>(word), sizeof *word, expected,
                                         address_of(pc));
  if (*word != expected) return false;
  thread.queued_on = const_cast<const std::uint32_t*>(word);
  return true;
}

// Only FUTEX_WAIT says how long, and not until when.
void wait_is_over(int operation, const timespec& timeout) {
  const clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) {
    pass_time(in_nanoseconds(timeout));
  } else {
    advance_clock_to(timeout, clock);
  }
}

long wait(const volatile std::uint32_t* word, int operation, std::uint32_t expected, const timespec* timeout,
          const void* pc) {
  Step& queueing = next_step(pc);
  queueing.touch(address_of(word), sizeof *word, false);
  queueing.touch(seat(word, self().number), 1, true);
  queueing.conditional = true;
  take_turn();
  check_access(address_of(word), sizeof *word, pc);
  if (!look_and_queue(word, expected, pc)) {
    queueing.leave_out(1);
    return -EAGAIN;
  }
  const auto* object = const_cast<const std::uint32_t*>(word);
  if (sleep_until_woken(object, timeout != nullptr, WaitsFor::futex, pc)) return 0;
  wait_is_over(operation, *timeout);
  return -ETIMEDOUT;
}

long wake_some(const volatile std::uint32_t* word, std::uint32_t most, const void* pc) {
  Step& step = next_step(pc);
  step.touch(seats(word), kSeats, true);
  step.conditional = true;
  take_turn();
  return wake(const_cast<const std::uint32_t*>(word), most, true);
}

}  // namespace

long futex(const volatile std::uint32_t* word, int operation, std::uint32_t value, const timespec* timeout,
           const void* pc) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: return wait(word, operation, value, timeout, pc);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return wake_some(word, value, pc);
    default: fail_unsupported("futex operation " + std::to_string(operation & FUTEX_CMD_MASK), pc);
  }
}

}  // namespace linnet::runtime
