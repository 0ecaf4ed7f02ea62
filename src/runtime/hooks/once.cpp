// Initialisation that happens once: pthread_once, call_once, and the guards of static locals.
//
// Entering writes the word if the caller is the one to initialise, and reads it if that is done; while one
// thread initialises, the others wait. The unwinder initialises itself once per process, without being
// observed.
#include <pthread.h>
#include <threads.h>

#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/races/weak_orders.hpp"

namespace linnet::runtime {
namespace {

enum Once : int { kNotYet = 0, kRunning = 1, kDone = 2 };  // as glibc has them

bool is_not_running(const Thread& waiter) {
  return *static_cast<const volatile int*>(waiter.waits_on) != kRunning;
}

// After an exception it is as if it had never been tried.
class Attempt {
 public:
  explicit Attempt(volatile int& word) : word_(word) { word_ = kRunning; }
  ~Attempt() {
    next_step(nullptr).touch(address_of(&word_), sizeof(int), true);
    take_turn();
    found(kRunning);
    releasing(&word_);
    if (current.graph != nullptr) {
      store_word({&word_}, static_cast<std::uint64_t>(after_), nullptr);
    } else {
      word_ = after_;
    }
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  void succeeded() { after_ = kDone; }

 private:
  volatile int& word_;
  int after_ = kNotYet;
};

// In the graph of a memory model: the first thread runs it, the others wait while it runs.
constexpr AtomicOperation kEnter{.change = Change::compare,
                                 .order = MemoryOrder::acquire,
                                 .failure_order = MemoryOrder::acquire,
                                 .operand = kRunning,
                                 .expected = kNotYet,
                                 .waits_while = true};

// Returns whether the caller has to run it.
bool enter(pthread_once_t* once, const void* pc) {
  Step& entering = object_step(once, sizeof *once, pc);
  entering.wait_while(kRunning);
  entering.conditional = true;
  if (current.graph != nullptr)
    return take_in_graph(once, sizeof *once, {once}, kEnter, is_not_running, WaitsFor::once, pc).wrote;
  take_turn_when(is_not_running, WaitsFor::once, once);
  found(static_cast<std::uint64_t>(*once));
  acquired(once);
  if (*once == kDone) became_read(once);
  return *once != kDone;
}

int run_once(pthread_once_t* once, void (*initialise)(), const void* pc) {
  if (!enter(once, pc)) return 0;
  Attempt attempt(*once);
  initialise();
  attempt.succeeded();
  return 0;
}

// A guard of the C++ ABI: the first byte says that it is done, the second is ours.
struct StaticGuard {
  volatile std::uint8_t done;
  volatile std::uint8_t running;
};

bool guard_is_not_running(const Thread& waiter) {
  return static_cast<const StaticGuard*>(waiter.waits_on)->running == 0;
}

// In the graph of a memory model, `running` is a lock, and the program itself reads `done` with acquire.
void store_byte(StaticGuard* guard, const volatile std::uint8_t& byte, std::uint64_t value, const void* pc) {
  change_object(guard, sizeof(StaticGuard), pc);
  store_word({&byte, 1}, value, pc);
}

bool acquire_in_graph(StaticGuard* guard, const void* pc) {
  object_step(guard, sizeof(StaticGuard), pc).wait_while(kRunning);
  take_in_graph(guard, sizeof(StaticGuard), {&guard->running, 1}, kEnter, guard_is_not_running,
                WaitsFor::once, pc);
  idle_step(&guard->done, 1, false, {}, pc);
  const std::uint64_t done = current.graph->load(self(), const_cast<std::uint8_t*>(&guard->done), 1,
                                                 MemoryOrder::acquire, address_of(pc));
  if (done != 0) store_byte(guard, guard->running, 0, pc);
  return done == 0;
}

void leave(StaticGuard* guard, bool done, const void* pc) {
  if (scheduled() && current.graph != nullptr) {
    if (done) store_byte(guard, guard->done, 1, pc);
    return store_byte(guard, guard->running, 0, pc);
  }
  if (scheduled()) {
    object_step(guard, sizeof(StaticGuard), pc);
    take_turn();
    found(kRunning);
    releasing(guard);
  }
  guard->running = 0;
  guard->done = done;
}

}  // namespace

LINNET_EXPORT int pthread_once(pthread_once_t* once, void (*initialise)()) {
  if (!scheduled() || is_ground_code(LINNET_PC)) return LINNET_REAL(pthread_once)(once, initialise);
  return run_once(once, initialise, LINNET_PC);
}

LINNET_EXPORT void call_once(once_flag* once, void (*initialise)()) {
  if (!scheduled()) return LINNET_REAL(call_once)(once, initialise);
  run_once(reinterpret_cast<pthread_once_t*>(once), initialise, LINNET_PC);
}

LINNET_EXPORT int __cxa_guard_acquire(StaticGuard* guard) {
  weak_orders().is_guard(guard);
  if (scheduled() && current.graph != nullptr) return acquire_in_graph(guard, LINNET_PC) ? 1 : 0;
  if (scheduled()) {
    Step& entering = object_step(guard, sizeof(StaticGuard), LINNET_PC);
    entering.wait_while(kRunning);
    entering.conditional = true;
    take_turn_when(guard_is_not_running, WaitsFor::once, guard);
    found(guard->done != 0 ? kDone : kNotYet);
    acquired(guard);
    if (guard->done != 0) became_read(guard);
  }
  if (guard->done != 0) return 0;
  guard->running = 1;
  return 1;
}

LINNET_EXPORT void __cxa_guard_release(StaticGuard* guard) {
  leave(guard, true, LINNET_PC);
}

LINNET_EXPORT void __cxa_guard_abort(StaticGuard* guard) {
  leave(guard, false, LINNET_PC);
}

}  // namespace linnet::runtime
