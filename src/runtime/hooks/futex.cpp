// The kernel's futex calls, on which atomic::wait, semaphores, latches and futures of libstdc++ are built.
//
// A wait reads the word and writes its seat if it goes to sleep; a wake writes all seats, or reads them if no
// thread sleeps.
#include "runtime/hooks/futex.hpp"

#include <linux/futex.h>

#include <cerrno>

#include "runtime/hooks/sync_object.hpp"

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

long wait(const volatile std::uint32_t* word, std::uint32_t expected, bool timed, const void* pc) {
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
  return sleep_until_woken(const_cast<const std::uint32_t*>(word), timed, WaitsFor::futex, pc) ? 0
                                                                                               : -ETIMEDOUT;
}

long wake_some(const volatile std::uint32_t* word, std::uint32_t most, const void* pc) {
  Step& step = next_step(pc);
  step.touch(seats(word), kSeats, true);
  step.conditional = true;
  take_turn();
  return wake(const_cast<const std::uint32_t*>(word), most, true);
}

}  // namespace

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

}  // namespace linnet::runtime
