// Counterparts of the classes of Line-Up's Table 1, correct, wrong, and as they are meant to be where that is not
// deterministically linearizable: what scripts/lineup-table runs.
#include <linnet/test.hpp>

#include "classes/barrier.hpp"
#include "classes/blocking_collection.hpp"
#include "classes/cancellation_token_source.hpp"
#include "classes/concurrent_bag.hpp"
#include "classes/concurrent_dictionary.hpp"
#include "classes/concurrent_linked_list.hpp"
#include "classes/concurrent_queue.hpp"
#include "classes/concurrent_stack.hpp"
#include "classes/countdown_event.hpp"
#include "classes/lazy.hpp"
#include "classes/manual_reset_event.hpp"
#include "classes/semaphore.hpp"
#include "classes/task_completion_source.hpp"

namespace {

template <bool correct>
void declare_lazy() {
  using Object = classes::Lazy<correct>;
  linnet::object<Object>()
      .operation("value", &Object::value)
      .operation("to_string", &Object::to_string)
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
      .operation("try_wait", &Object::try_wait);
}

template <bool correct>
void declare_semaphore() {
  using Object = classes::Semaphore<correct>;
  linnet::object<Object>()
      .operation("current_count", &Object::current_count)
      .operation("release", &Object::release)
      .arguments(1)
      .arguments(2)
      .operation("wait", &Object::wait)
      .operation("try_wait", &Object::try_wait);
}

template <bool correct>
void declare_countdown_event() {
  using Object = classes::CountdownEvent<correct>;
  linnet::object<Object>(2)
      .operation("is_set", &Object::is_set)
      .operation("wait", &Object::wait)
      .operation("try_wait", &Object::try_wait)
      .operation("current_count", &Object::current_count)
      .operation("signal", &Object::signal)
      .arguments(1)
      .arguments(2)
      .operation("add_count", &Object::add_count)
      .arguments(1)
      .arguments(2)
      .operation("try_add_count", &Object::try_add_count)
      .arguments(1)
      .arguments(2);
}

template <bool correct>
void declare_dictionary() {
  using Object = classes::ConcurrentDictionary<correct>;
  linnet::object<Object>()
      .operation("count", &Object::count)
      .operation("is_empty", &Object::is_empty)
      .operation("clear", &Object::clear)
      .operation("try_add", &Object::try_add)
      .arguments(10, 1)
      .arguments(20, 1)
      .operation("try_remove", &Object::try_remove)
      .arguments(10)
      .arguments(20)
      .operation("try_get", &Object::try_get)
      .arguments(10)
      .arguments(20)
      .operation("get", &Object::get)
      .arguments(10)
      .arguments(20)
      .operation("set", &Object::set)
      .arguments(10, 2)
      .arguments(20, 2)
      .operation("try_update", &Object::try_update)
      .arguments(10, 3, 1)
      .arguments(20, 3, 1)
      .operation("contains_key", &Object::contains_key)
      .arguments(10)
      .arguments(20);
}

template <bool correct>
void declare_queue() {
  using Object = classes::ConcurrentQueue<correct>;
  linnet::object<Object>()
      .operation("count", &Object::count)
      .operation("is_empty", &Object::is_empty)
      .operation("enqueue", &Object::enqueue)
      .arguments(10)
      .arguments(20)
      .operation("to_array", &Object::to_array)
      .operation("try_dequeue", &Object::try_dequeue)
      .operation("try_peek", &Object::try_peek);
}

template <bool correct>
void declare_stack() {
  using Object = classes::ConcurrentStack<correct>;
  linnet::object<Object>()
      .operation("clear", &Object::clear)
      .operation("count", &Object::count)
      .operation("push", &Object::push)
      .arguments(10)
      .arguments(20)
      .operation("push_range_ten",
                 [](Object& stack) {
                   stack.push_range({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
                 })
      .operation("try_pop", &Object::try_pop)
      .operation("try_pop_range", &Object::try_pop_range)
      .arguments(1)
      .arguments(2)
      .arguments(4)
      .operation("try_peek", &Object::try_peek)
      .operation("to_array", &Object::to_array);
}

template <bool correct>
void declare_linked_list() {
  using Object = classes::ConcurrentLinkedList<correct>;
  linnet::object<Object>()
      .operation("count", &Object::count)
      .operation("add_first", &Object::add_first)
      .arguments(10)
      .operation("add_last", &Object::add_last)
      .arguments(20)
      .operation("remove_first", &Object::remove_first)
      .operation("try_remove_first", &Object::try_remove_first)
      .operation("remove_last", &Object::remove_last)
      .operation("try_remove_last", &Object::try_remove_last);
}

template <bool correct, bool declared>
void declare_blocking_collection() {
  using Object = classes::BlockingCollection<correct>;
  linnet::ObjectUnderTest<Object> object = linnet::object<Object>();
  object.operation("count", &Object::count);
  if (declared) object.may_fail(0);
  object.operation("try_take", &Object::try_take);
  if (declared) object.may_fail(std::nullopt);
  object.operation("cancel", &Object::cancel);
  if (declared) object.asynchronous();
  object.operation("to_array", &Object::to_array)
      .operation("try_add", &Object::try_add)
      .arguments(20)
      .operation("is_completed", &Object::is_completed)
      .operation("is_adding_completed", &Object::is_adding_completed)
      .operation("complete_adding", &Object::complete_adding)
      .operation("add", &Object::add)
      .arguments(10)
      .operation("take", &Object::take)
      .operation("take_with_enumerator", &Object::take_with_enumerator)
      .operation("try_take_for", &Object::try_take_for)
      .arguments(1);
}

template <bool correct, bool declared>
void declare_bag() {
  using Object = classes::ConcurrentBag<correct>;
  linnet::ObjectUnderTest<Object> object = linnet::object<Object>();
  object.operation("try_take", &Object::try_take);
  if (declared) object.nondeterministic();
  object.operation("try_peek", &Object::try_peek);
  if (declared) object.nondeterministic();
  object.operation("count", &Object::count)
      .operation("add", &Object::add)
      .arguments(10)
      .arguments(20)
      .operation("is_empty", &Object::is_empty)
      .operation("to_array", &Object::to_array);
}

template <classes::TaskBug bug>
void declare_task_completion_source() {
  using Object = classes::TaskCompletionSource<bug>;
  linnet::object<Object>()
      .operation("exception", &Object::exception)
      .operation("try_set_canceled", &Object::try_set_canceled)
      .operation("try_set_exception", &Object::try_set_exception)
      .arguments("e")
      .operation("try_set_result", &Object::try_set_result)
      .arguments(10)
      .operation("set_canceled", &Object::set_canceled)
      .operation("set_exception", &Object::set_exception)
      .arguments("f")
      .operation("set_result", &Object::set_result)
      .arguments(20)
      .operation("wait", &Object::wait)
      .operation("try_result", &Object::try_result);
}

template <bool correct>
void declare_cancellation_token_source() {
  using Object = classes::CancellationTokenSource<correct>;
  linnet::object<Object>()
      .operation("increment_when_cancelled", &Object::increment_when_cancelled)
      .operation("cancel", &Object::cancel)
      .operation("is_cancellation_requested", &Object::is_cancellation_requested)
      .operation("count", &Object::count);
}

template <bool declared>
void declare_barrier() {
  using Object = classes::Barrier;
  linnet::ObjectUnderTest<Object> object = linnet::object<Object>(std::uint8_t{2});
  object.operation("signal_and_wait", &Object::signal_and_wait);
  if (declared) object.excluded();
  object.operation("participants_remaining", &Object::participants_remaining)
      .operation("remove_participant", &Object::remove_participant)
      .operation("cancel_token", &Object::cancel_token)
      .operation("current_phase_number", &Object::current_phase_number)
      .operation("participant_count", &Object::participant_count)
      .operation("add_participant", &Object::add_participant);
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
LINNET_TEST(manual_reset_event_bug_a) {
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

LINNET_TEST(dictionary) {
  declare_dictionary<true>();
}
LINNET_TEST(dictionary_wrong) {
  declare_dictionary<false>();
}

LINNET_TEST(queue) {
  declare_queue<true>();
}
LINNET_TEST(queue_bug_b) {
  declare_queue<false>();
}

LINNET_TEST(stack) {
  declare_stack<true>();
}
LINNET_TEST(stack_wrong) {
  declare_stack<false>();
}

LINNET_TEST(linked_list) {
  declare_linked_list<true>();
}
LINNET_TEST(linked_list_bug_c) {
  declare_linked_list<false>();
}

LINNET_TEST(blocking_collection) {
  declare_blocking_collection<true, true>();
}
LINNET_TEST(blocking_collection_bug_d) {
  declare_blocking_collection<false, true>();
}
LINNET_TEST(blocking_collection_undeclared) {
  declare_blocking_collection<true, false>();
}

LINNET_TEST(bag) {
  declare_bag<true, true>();
}
LINNET_TEST(bag_bug_e) {
  declare_bag<false, true>();
}
LINNET_TEST(bag_undeclared) {
  declare_bag<true, false>();
}

LINNET_TEST(task_completion_source) {
  declare_task_completion_source<classes::TaskBug::none>();
}
LINNET_TEST(task_completion_source_bug_f) {
  declare_task_completion_source<classes::TaskBug::f>();
}
LINNET_TEST(task_completion_source_bug_g) {
  declare_task_completion_source<classes::TaskBug::g>();
}

LINNET_TEST(cancellation_token_source) {
  declare_cancellation_token_source<true>();
}
LINNET_TEST(cancellation_token_source_wrong) {
  declare_cancellation_token_source<false>();
}

LINNET_TEST(barrier) {
  declare_barrier<true>();
}
LINNET_TEST(barrier_undeclared) {
  declare_barrier<false>();
}
