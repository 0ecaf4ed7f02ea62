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
    return -EAGAIN;
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
    return -ETIMEDOUT;
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
