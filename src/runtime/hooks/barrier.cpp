// Barriers: an arrival writes the barrier; the last one wakes the others, who then each take a step.
#include <pthread.h>

#include <cerrno>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {
namespace {

// Over glibc's object, which only pthread_barrier_init makes.
struct Barrier {
  std::uint32_t count;  // or kDestroyed
  std::uint64_t arrivals;

  bool is_between_phases() const { return arrivals % count == 0; }
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

// What happens before: every arrival before every departure of the same phase, and not of the next one, for
// which others may arrive before all have left.
const void* order_of_phase(const Barrier& barrier) {
  const bool is_even = barrier.arrivals / barrier.count % 2 == 0;
  return is_even ? static_cast<const void*>(&barrier.count) : &barrier.arrivals;
}

// An arrival in the graph of a memory model. The last one has woken the others.
void arrive_in_graph(Barrier& barrier, const void* pc) {
  const AtomicOperation arrival{
      .change = Change::arrive, .order = MemoryOrder::release, .operand = 1, .expected = barrier.count};
  update_word({&barrier.arrivals, sizeof barrier.arrivals}, arrival, pc);
  if (!barrier.is_between_phases()) return;
  for (Thread* thread : current.execution->live()) {
    if (thread->queued_on == &barrier) current.graph->woke(self(), *thread);
  }
}

void arrive(Barrier& barrier, const void* pc) {
  if (current.graph != nullptr) return arrive_in_graph(barrier, pc);
  ++barrier.arrivals;
  if (barrier.is_between_phases()) wake(&barrier, kSeats);
}

}  // namespace

LINNET_EXPORT int pthread_barrier_init(pthread_barrier_t* object, const pthread_barrierattr_t*,
                                       unsigned count) {
  if (count == 0) return EINVAL;
  if (scheduled() && current.graph != nullptr)
    current.graph->overwritten(address_of(object), sizeof(Barrier));
  *reinterpret_cast<Barrier*>(object) = {count, 0};
  return 0;
}

// Those who were woken may still be on their way.
LINNET_EXPORT int pthread_barrier_destroy(pthread_barrier_t* object) {
  if (!scheduled()) return 0;
  auto& barrier = *reinterpret_cast<Barrier*>(object);
  destroy_object(object, sizeof(Barrier), LINNET_PC);
  check_exists(barrier, LINNET_PC);
  if (!barrier.is_between_phases()) misused(LockError::destroys_awaited, barrier, LINNET_PC);
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
  arrive(barrier, LINNET_PC);
  if (barrier.is_between_phases()) {
    acquired(order);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  arriving.leave_out(1);  // not the last one: no seats
  self().queued_on = object;
  sleep_until_woken(object, false, WaitsFor::barrier, LINNET_PC, MemoryOrder::acquire);
  acquired(order);
  return 0;
}

}  // namespace linnet::runtime
