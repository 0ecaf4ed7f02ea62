// Barriers: an arrival writes the barrier; the last one wakes the other threads, which then each take a step.
#include <pthread.h>

#include <cerrno>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {
namespace {

// Stored in glibc's object, which only pthread_barrier_init initialises.
struct Barrier {
  std::uint32_t count;  // or kDestroyed
  std::uint32_t arrived;
  std::uint32_t phase;
};

[[noreturn]] void misused(LockError error, const Barrier& barrier, const void* pc) {
  fail(LockMisuse{.error = error,
                  .what = WaitsFor::barrier,
                  .object = address_of(&barrier),
                  .other = waiting_for(&barrier)},
       pc);
}

void check_exists(const Barrier& barrier, const void* pc) {
  if (barrier.count == kDestroyed) [[unlikely]]
    misused(LockError::uses_destroyed, barrier, pc);
}

// Happens-before: every arrival comes before every departure of the same phase, and not of the next one, for
// which threads may arrive before all have left.
const void* order_of_phase(const Barrier& barrier) {
  return barrier.phase % 2 == 0 ? &barrier.count : &barrier.arrived;
}

}  // namespace

LINNET_EXPORT int pthread_barrier_init(pthread_barrier_t* object, const pthread_barrierattr_t*,
                                       unsigned count) {
  if (count == 0) return EINVAL;
  *reinterpret_cast<Barrier*>(object) = {count, 0, 0};
  return 0;
}

// Threads that were woken may still be on their way.
LINNET_EXPORT int pthread_barrier_destroy(pthread_barrier_t* object) {
  if (!scheduled()) return 0;
  auto& barrier = *reinterpret_cast<Barrier*>(object);
  destroy_object(object, sizeof(Barrier), LINNET_PC);
  check_exists(barrier, LINNET_PC);
  if (barrier.arrived != 0) misused(LockError::destroys_awaited, barrier, LINNET_PC);
  barrier.count = kDestroyed;
  return 0;
}

LINNET_EXPORT int pthread_barrier_wait(pthread_barrier_t* object) {
  auto& barrier = *reinterpret_cast<Barrier*>(object);
  if (!scheduled()) fail_unsupported("pthread_barrier_wait in a static constructor", LINNET_PC);
  Step& arriving = next_step(LINNET_PC);
  arriving.touch(address_of(object), sizeof(Barrier), true);
  arriving.touch(seats(object), kSeats, true);
  arriving.conditional = true;
  take_turn();
  check_access(address_of(object), sizeof(Barrier), LINNET_PC);
  check_exists(barrier, LINNET_PC);
  const void* const order = order_of_phase(barrier);
  releasing(order);
  if (++barrier.arrived == barrier.count) {
    barrier.arrived = 0;
    ++barrier.phase;
    wake(object, kSeats);
    acquired(order);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  arriving.leave_out(1);  // not the last one: no seats
  self().queued_on = object;
  Step& leaving = next_step(LINNET_PC);
  leaving.touch(seat(object, self().number), 1, false);
  leaving.wait_for(kWoken);
  take_turn_when(is_woken, WaitsFor::barrier, object);
  acquired(order);
  return 0;
}

}  // namespace linnet::runtime
