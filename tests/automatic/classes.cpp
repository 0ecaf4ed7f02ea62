// Counterparts of the classes of Line-Up's Table 1, each correct and wrong: what scripts/lineup-table runs.
#include <linnet/test.hpp>

#include "classes/concurrent_queue.hpp"
#include "classes/concurrent_stack.hpp"
#include "classes/countdown_event.hpp"
#include "classes/lazy.hpp"
#include "classes/manual_reset_event.hpp"
#include "classes/semaphore.hpp"

namespace {

template <bool correct>
void declare_lazy() {
  using Object = classes::Lazy<correct>;
  linnet::object<Object>()
      .operation("value", &Object::value)
      .operation("is_value_created", &Object::is_value_created);
}

template <bool correct>
void declare_manual_reset_event() {
  using Object = classes::ManualResetEvent<correct>;
  linnet::object<Object>()
      .operation("set", &Object::set)
      .operation("wait", &Object::wait)
      .operation("reset", &Object::reset)
      .operation("is_set", &Object::is_set)
      .operation("wait_none", &Object::wait_none);
}

template <bool correct>
void declare_semaphore() {
  using Object = classes::Semaphore<correct>;
  linnet::object<Object>()
      .operation("release", &Object::release)
      .arguments(1)
      .arguments(2)
      .operation("wait", &Object::wait)
      .operation("wait_none", &Object::wait_none)
      .operation("current_count", &Object::current_count);
}

template <bool correct>
void declare_countdown_event() {
  using Object = classes::CountdownEvent<correct>;
  linnet::object<Object>(2)
      .operation("signal", &Object::signal)
      .operation("wait", &Object::wait)
      .operation("try_add_count", &Object::try_add_count)
      .operation("current_count", &Object::current_count)
      .operation("is_set", &Object::is_set);
}

template <bool correct>
void declare_queue() {
  using Object = classes::ConcurrentQueue<correct>;
  linnet::object<Object>()
      .operation("enqueue", &Object::enqueue)
      .arguments(10)
      .arguments(20)
      .operation("try_dequeue", &Object::try_dequeue)
      .operation("try_peek", &Object::try_peek)
      .operation("count", &Object::count)
      .operation("is_empty", &Object::is_empty)
      .operation("to_array", &Object::to_array);
}

template <bool correct>
void declare_stack() {
  using Object = classes::ConcurrentStack<correct>;
  linnet::object<Object>()
      .operation("push", &Object::push)
      .arguments(10)
      .arguments(20)
      .operation("try_pop", &Object::try_pop)
      .operation("try_peek", &Object::try_peek)
      .operation("count", &Object::count);
}

}  // namespace

LINNET_TEST(lazy) {
  declare_lazy<true>();
}
LINNET_TEST(lazy_wrong) {
  declare_lazy<false>();
}
LINNET_TEST(manual_reset_event) {
  declare_manual_reset_event<true>();
}
LINNET_TEST(manual_reset_event_wrong) {
  declare_manual_reset_event<false>();
}
LINNET_TEST(semaphore) {
  declare_semaphore<true>();
}
LINNET_TEST(semaphore_wrong) {
  declare_semaphore<false>();
}
LINNET_TEST(countdown_event) {
  declare_countdown_event<true>();
}
LINNET_TEST(countdown_event_wrong) {
  declare_countdown_event<false>();
}
LINNET_TEST(queue) {
  declare_queue<true>();
}
LINNET_TEST(queue_wrong) {
  declare_queue<false>();
}
LINNET_TEST(stack) {
  declare_stack<true>();
}
LINNET_TEST(stack_wrong) {
  declare_stack<false>();
}
