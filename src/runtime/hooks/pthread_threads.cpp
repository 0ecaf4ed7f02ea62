// Threads: create, join, detach, exit.
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <cstdint>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/program.hpp"
#include "runtime/races/race_watch.hpp"

namespace linnet::runtime {
namespace {

// Creates a thread and runs it up to its first step.
int create(pthread_t* identity, void* (*start)(void*), void* argument, bool detached, const void* pc) {
  Thread& parent = self();
  current.execution->make_room_in_step(parent, pc);
  const std::uint32_t child_index = parent.children;
  const auto number = number_of_child(parent.number, child_index);
  if (!number) fail_unsupported("pthread_create, threads created by threads too deep", pc);
  Thread* child;
  {
    const OutsideProgram outside;
    child = &thread_with(*number);
  }
  child->born = parent.had_step ? birth(parent.number, parent.children_reported) : parent.born;
  child->detached = detached;
  child->start = start;
  child->argument = argument;
  child->result = nullptr;
  child->creator = &parent;
  ++parent.children;
  ++parent.unjoined;
  ++parent.progress;
  if (current.races != nullptr) {
    current.races->releases(parent.number, birth(parent.number, child_index));
    current.races->acquires(child->number, birth(parent.number, child_index));
  }
  *identity = child->identity;
  current.execution->start(*child, parent);
  return 0;
}

constexpr std::uint64_t kEnded = 1;  // what a join waits for

bool has_finished(const Thread& waiter) {
  return static_cast<const Thread*>(waiter.waits_on)->finished;
}

Thread* joinable(pthread_t identity) {
  Thread* thread = find_thread(identity);
  return thread == nullptr || !thread->started || thread->detached ? nullptr : thread;
}

int join(pthread_t identity, void** result, const void* pc) {
  Thread* thread = joinable(identity);
  if (thread == nullptr) return ESRCH;
  if (thread == &self()) return EDEADLK;
  Step& step = next_step(pc);
  step.touch(thread->identity, sizeof(pthread_t), false);
  step.wait_for(kEnded);
  take_turn_when(has_finished, WaitsFor::thread, thread);
  step.found = kEnded;
  thread->detached = true;  // a second join is an error
  self().unjoined += thread->unjoined;
  if (thread->creator == &self()) --self().unjoined;
  if (current.races != nullptr) current.races->acquires(self().number, thread->identity);
  if (result != nullptr) *result = thread->result;
  return 0;
}

}  // namespace

LINNET_EXPORT int pthread_create(pthread_t* identity, const pthread_attr_t* attributes, void* (*start)(void*),
                                 void* argument) {
  if (!scheduled()) return LINNET_REAL(pthread_create)(identity, attributes, start, argument);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  return create(identity, start, argument, state == PTHREAD_CREATE_DETACHED, LINNET_PC);
}

LINNET_EXPORT int pthread_join(pthread_t identity, void** result) {
  return scheduled() ? join(identity, result, LINNET_PC) : LINNET_REAL(pthread_join)(identity, result);
}

LINNET_EXPORT int pthread_detach(pthread_t identity) {
  if (!scheduled()) return LINNET_REAL(pthread_detach)(identity);
  Thread* thread = joinable(identity);
  if (thread == nullptr) return EINVAL;
  thread->detached = true;
  return 0;
}

// Runs the destructors of the thread's thread_local objects and keys, not those of its stack frames.
LINNET_EXPORT void pthread_exit(void* result) {
  if (!scheduled()) LINNET_REAL(pthread_exit)(result);
  self().result = result;
  current.execution->end_thread(self());
}

LINNET_EXPORT int thrd_create(thrd_t* identity, thrd_start_t start, void* argument) {
  if (!scheduled()) return LINNET_REAL(thrd_create)(identity, start, argument);
  // An int in the register of a pointer: how C11 threads give their result.
  const auto start_of_thread = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(start));
  create(identity, start_of_thread, argument, false, LINNET_PC);
  return thrd_success;
}

LINNET_EXPORT int thrd_join(thrd_t identity, int* result) {
  if (!scheduled()) return LINNET_REAL(thrd_join)(identity, result);
  void* value = nullptr;
  if (join(identity, &value, LINNET_PC) != 0) return thrd_error;
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return thrd_success;
}

LINNET_EXPORT int thrd_detach(thrd_t identity) {
  return pthread_detach(identity) == 0 ? thrd_success : thrd_error;
}

LINNET_EXPORT void thrd_exit(int result) {
  pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

}  // namespace linnet::runtime
