// Threads: create, join, detach, and queries. thread_exit.cpp has the end of a thread.
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <cstdint>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/twins.hpp"
#include "runtime/races/race_watch.hpp"

namespace linnet::runtime {
namespace {

struct Request {
  bool detached = false;
  StackRequest stack;
};

Request request_of(const pthread_attr_t& attributes, const void* pc) {
  Request request;
  int state = PTHREAD_CREATE_JOINABLE;
  pthread_attr_getdetachstate(&attributes, &state);
  request.detached = state == PTHREAD_CREATE_DETACHED;
  void* low = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  if (size == 0) return request;
  request.stack.size = size;
  // glibc counts down from the end of the stack, which is 0 if only a size was given.
  const std::uint64_t address = reinterpret_cast<std::uint64_t>(low);
  if (address + size != 0) request.stack.low = address;
  if (request.stack.low == 0 && size > StackRequest::kLargest)
    fail_unsupported("pthread_create with a stack of more than 128 MB", pc);
  if (request.stack.low != 0 && size < StackRequest::kRoomForHooks)
    fail_unsupported("pthread_create on memory of the program (pthread_attr_setstack) of less than 128 KB",
                     pc);
  return request;
}

// Creates a thread and runs it up to its first step.
int create(pthread_t* identity, void* (*start)(void*), void* argument, const Request& request,
           const void* pc) {
  Thread& parent = self();
  if (current.graph != nullptr) {
    next_step(pc);
    take_turn();
  } else {
    current.execution->make_room_in_step(parent, pc);
  }
  const std::uint32_t child_index = parent.children;
  const auto number = number_of_child(parent.number, child_index);
  if (!number) fail_unsupported("pthread_create, threads created by threads too deep", pc);
  if (!request.stack.is_usual()) current.execution->cannot_be_copied();
  Thread* child;
  {
    const OutsideProgram outside;
    child = &thread_with(*number);
    give_stack(*child, request.stack);
  }
  child->born = parent.had_step ? birth(parent.number, parent.children_reported) : parent.born;
  child->detached = request.detached;
  child->start = start;
  child->argument = argument;
  child->result = nullptr;
  child->creator = &parent;
  ++parent.children;
  ++parent.unjoined;
  ++parent.progress;
  if (current.graph != nullptr) {
    current.graph->create(parent, *child);
  } else if (current.races != nullptr) {
    current.races->releases(parent.number, birth(parent.number, child_index));
    current.races->acquires(child->number, birth(parent.number, child_index));
  }
  *identity = child->identity;
  current.execution->start(*child, parent);
  look_for_twin(parent, *child);
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
  before_join(self(), *thread);
  Step& step = next_step(pc);
  step.touch(thread->identity, sizeof(pthread_t), false);
  step.wait_for(kEnded);
  take_turn_when(has_finished, WaitsFor::thread, thread);
  step.found = kEnded;
  thread->detached = true;  // a second join is an error
  self().unjoined += thread->unjoined;
  if (thread->creator == &self()) --self().unjoined;
  if (current.graph != nullptr) {
    current.graph->join(self(), *thread);
  } else if (current.races != nullptr) {
    current.races->acquires(self().number, thread->identity);
  }
  if (result != nullptr || thread->creator != &self()) is_looked_at(*thread);
  after_join(self(), *thread);
  if (result != nullptr) *result = thread->result;
  return 0;
}

}  // namespace

LINNET_EXPORT int pthread_create(pthread_t* identity, const pthread_attr_t* attributes, void* (*start)(void*),
                                 void* argument) {
  if (!scheduled()) return LINNET_REAL(pthread_create)(identity, attributes, start, argument);
  const Request request = attributes == nullptr ? Request{} : request_of(*attributes, LINNET_PC);
  return create(identity, start, argument, request, LINNET_PC);
}

LINNET_EXPORT int pthread_getattr_np(pthread_t identity, pthread_attr_t* attributes) {
  if (!scheduled()) return LINNET_REAL(pthread_getattr_np)(identity, attributes);
  const Thread* thread = find_thread(identity);
  if (thread == nullptr || !thread->started) return ESRCH;
  is_looked_at(*thread);
  pthread_attr_init(attributes);
  pthread_attr_setdetachstate(attributes,
                              thread->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(attributes, reinterpret_cast<void*>(thread->stack_low),
                               thread->stack_high - thread->stack_low);
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

LINNET_EXPORT int thrd_create(thrd_t* identity, thrd_start_t start, void* argument) {
  if (!scheduled()) return LINNET_REAL(thrd_create)(identity, start, argument);
  // An int in the register of a pointer: C11 threads return their result so.
  const auto start_of_thread = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(start));
  create(identity, start_of_thread, argument, {}, LINNET_PC);
  return thrd_success;
}

LINNET_EXPORT int thrd_join(thrd_t identity, int* result) {
  if (!scheduled()) return LINNET_REAL(thrd_join)(identity, result);
  void* value = nullptr;
  if (join(identity, result != nullptr ? &value : nullptr, LINNET_PC) != 0) return thrd_error;
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return thrd_success;
}

LINNET_EXPORT int thrd_detach(thrd_t identity) {
  return pthread_detach(identity) == 0 ? thrd_success : thrd_error;
}

}  // namespace linnet::runtime
