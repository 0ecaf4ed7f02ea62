// Barriers: each thread takes a step to arrive, and one to leave when all have arrived. If the code of one of them looks at what
// pthread_barrier_wait returns, each takes one more: the first one is the serial thread.
//
// Any of them may be the serial one, whatever the order of arrivals: whoever has arrived does nothing that others could see before it leaves. So
// arrivals need not conflict, as long as no more threads use the barrier than it is for: then each phase has an arrival of each of
// them (Cuts::barriers, docs/conflicts.md). If a further thread comes, that does not hold, and the exploration starts again without it.
#include <pthread.h>

#include <bit>
#include <cerrno>

#include "runtime/fibers/live_state.hpp"
#include "runtime/hooks/export.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {
namespace {

// Stored in glibc's object, which only pthread_barrier_init initialises.
struct Barrier {
  std::uint32_t count;       // or kDestroyed
  std::uint32_t looked_at;   // a bit for each of the last phases: a thread looks at who is the serial one
  std::uint64_t arrivals;    // in all phases
  std::uint32_t has_serial;  // likewise: there is one
  std::uint64_t users;       // a bit for each thread that has arrived

  // A count of 0 was never initialised: such a barrier lets no thread pass.
  std::uint32_t phase() const { return count == 0 ? 0 : static_cast<std::uint32_t>(arrivals / count); }
  bool is_between_phases() const { return count != 0 && arrivals % count == 0; }
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));
constexpr std::uint32_t kPhases = 32;  // that are kept
constexpr ThreadNumber kMostUsers = 64;

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
// which others may arrive before all have left. Its seats are where threads arrive, if that does not conflict.
const void* order_of_phase(const Barrier& barrier) {
  return barrier.phase() % 2 == 0 ? static_cast<const void*>(&barrier.count) : &barrier.arrivals;
}
std::uint64_t serial_of_phase(const Barrier& barrier, std::uint32_t phase) {
  return seat(&barrier.looked_at, phase % kPhases);
}

bool arrivals_commute() {
  return current.execution->options().cuts.barriers && current.graph == nullptr;
}

// REQUIRES: arrivals commute. The thread arrives in the phase that it said it would, and is one of those that the barrier is for.
void note_user(Barrier& barrier, const void* announced_order) {
  const ThreadNumber thread = self().number;
  if (thread < kMostUsers) barrier.users |= std::uint64_t{1} << thread;
  const auto users = static_cast<std::uint32_t>(std::popcount(barrier.users));
  if (thread >= kMostUsers || users > barrier.count || order_of_phase(barrier) != announced_order)
    give_up_cut(WrongCut::barriers);
}

void announce_arrival(Barrier& barrier, Step& step) {
  if (arrivals_commute()) {
    step.touch(seat(order_of_phase(barrier), self().number), 1, true);
    step.touch(address_of(&barrier), sizeof(Barrier), false);
    return;
  }
  step.touch(address_of(&barrier), sizeof(Barrier), true);
  step.touch(seats(&barrier), kSeats, true);
  step.conditional = true;
}

// The last one to arrive wakes the others.
void arrive(Barrier& barrier, Step& step, bool looks) {
  const std::uint32_t bit = 1u << barrier.phase() % kPhases;
  if (barrier.is_between_phases()) barrier.looked_at &= ~bit, barrier.has_serial &= ~bit;
  if (looks) barrier.looked_at |= bit;
  ++barrier.arrivals;
  if (barrier.is_between_phases()) {
    wake(&barrier, kSeats);
    return;
  }
  if (!arrivals_commute()) step.leave_out(1);  // not the last one: no seats
  self().queued_on = &barrier;
}

// Waits until all have arrived.
void leave(const Barrier& barrier, const void* order, const void* pc) {
  Step& step = next_step(pc);
  if (arrivals_commute()) {
    step.touch(seats(order), kSeats, false);
    step.wait_for_all();
  } else {
    step.touch(seat(&barrier, self().number), 1, false);
    step.wait_for(kWoken);
  }
  take_turn_when(is_woken, WaitsFor::barrier, &barrier);
}

// Whether the thread is the serial one of the phase that it was in.
bool is_serial(Barrier& barrier, std::uint32_t phase, const void* pc) {
  if (barrier.phase() - phase >= kPhases)
    fail_unsupported("a thread that leaves a barrier 32 phases late", pc);
  const std::uint32_t bit = 1u << phase % kPhases;
  if ((barrier.looked_at & bit) == 0) return false;
  Step& step = next_step(pc);
  step.touch(serial_of_phase(barrier, phase), 1, true);
  step.conditional = true;
  take_turn();
  const bool is_first = (barrier.has_serial & bit) == 0;
  step.accesses[0].writes = is_first;
  barrier.has_serial |= bit;
  return is_first;
}

// An arrival in the graph of a memory model, and the wait for the others. Whether the thread is the last one, which has woken them.
bool wait_in_graph(Barrier& barrier, Step& arriving, const void* pc) {
  const AtomicOperation arrival{
      .change = Change::arrive, .order = MemoryOrder::release, .operand = 1, .expected = barrier.count};
  update_word({&barrier.arrivals, sizeof barrier.arrivals}, arrival, pc);
  if (barrier.is_between_phases()) {
    for (Thread* thread : current.execution->live()) {
      if (thread->queued_on == &barrier) current.graph->woke(self(), *thread);
    }
    return true;
  }
  arriving.leave_out(1);  // not the last one: no seats
  self().queued_on = &barrier;
  sleep_until_woken(&barrier, false, WaitsFor::barrier, pc, MemoryOrder::acquire);
  return false;
}

// The same in turns.
bool wait_in_turns(Barrier& barrier, Step& arriving, const void* order, const void* pc) {
  const bool looks = frame_facts_at(address_of(pc)).reads_result;
  const std::uint32_t phase = barrier.phase();
  arrive(barrier, arriving, looks);
  leave(barrier, order, pc);
  return is_serial(barrier, phase, pc);
}

}  // namespace

LINNET_EXPORT int pthread_barrier_init(pthread_barrier_t* object, const pthread_barrierattr_t*,
                                       unsigned count) {
  if (count == 0) return EINVAL;
  if (scheduled() && current.graph != nullptr)
    current.graph->overwritten(self(), address_of(object), sizeof(Barrier));
  auto& barrier = *reinterpret_cast<Barrier*>(object);
  barrier = {};
  barrier.count = count;
  return 0;
}

// Threads that were woken may still be on their way.
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
  const void* const announced = order_of_phase(barrier);
  announce_arrival(barrier, arriving);
  take_turn();
  check_access(address_of(object), sizeof(Barrier), LINNET_PC);
  check_exists(barrier, LINNET_PC);
  if (arrivals_commute()) note_user(barrier, announced);
  const void* const order = order_of_phase(barrier);
  releasing(order);
  const bool serial = current.graph != nullptr ? wait_in_graph(barrier, arriving, LINNET_PC)
                                               : wait_in_turns(barrier, arriving, order, LINNET_PC);
  acquired(order);
  return serial ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

}  // namespace linnet::runtime
