// Counterparts of the classes of Line-Up's Table 1: correct, wrong, and with declarations if the intended
// behaviour is not deterministically linearizable. scripts/lineup-table runs them.
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
#include "classes/lock_free_bag.hpp"
#include "classes/manual_reset_event.hpp"
#include "classes/segmented_queue.hpp"
#include "classes/semaphore.hpp"
#include "classes/striped_dictionary.hpp"
#include "classes/task_completion_source.hpp"

namespace {

template <bool correct>
void declare_lazy() {
  using Object = classes::Lazy<correct>;
  auto object = linnet::object<Object>();
  object.operation("value", &Object::value);
  object.operation("to_string", &Object::to_string);
  object.operation("is_value_created", &Object::is_value_created);
}

template <bool correct>
void declare_manual_reset_event() {
  using Object = classes::ManualResetEvent<correct>;
  auto object = linnet::object<Object>();
  object.operation("set", &Object::set);
  object.operation("wait", &Object::wait);
  object.operation("reset", &Object::reset);
  object.operation("is_set", &Object::is_set);
  object.operation("try_wait", &Object::try_wait);
}

template <bool correct>
void declare_semaphore() {
  using Object = classes::Semaphore<correct>;
  auto object = linnet::object<Object>();
  object.operation("current_count", &Object::current_count);
  object.operation("release", &Object::release).arguments(1).arguments(2);
  object.operation("wait", &Object::wait);
  object.operation("try_wait", &Object::try_wait);
}

template <bool correct>
void declare_countdown_event() {
  using Object = classes::CountdownEvent<correct>;
  auto object = linnet::object<Object>(2);
  object.operation("is_set", &Object::is_set);
  object.operation("wait", &Object::wait);
  object.operation("try_wait", &Object::try_wait);
  object.operation("current_count", &Object::current_count);
  object.operation("signal", &Object::signal).arguments(1).arguments(2);
  object.operation("add_count", &Object::add_count).arguments(1).arguments(2);
  object.operation("try_add_count", &Object::try_add_count).arguments(1).arguments(2);
}

template <class Object>
void declare_dictionary() {
  auto object = linnet::object<Object>();
  object.operation("count", &Object::count);
  object.operation("is_empty", &Object::is_empty);
  object.operation("clear", &Object::clear);
  object.operation("try_add", &Object::try_add).arguments(10, 1).arguments(20, 1);
  object.operation("try_remove", &Object::try_remove).arguments(10).arguments(20);
  object.operation("try_get", &Object::try_get).arguments(10).arguments(20);
  object.operation("get", &Object::get).arguments(10).arguments(20);
  object.operation("set", &Object::set).arguments(10, 2).arguments(20, 2);
  object.operation("try_update", &Object::try_update).arguments(10, 3, 1).arguments(20, 3, 1);
  object.operation("contains_key", &Object::contains_key).arguments(10).arguments(20);
}

template <class Object>
void declare_queue() {
  auto object = linnet::object<Object>();
  object.operation("count", &Object::count);
  object.operation("is_empty", &Object::is_empty);
  object.operation("enqueue", &Object::enqueue).arguments(10).arguments(20);
  object.operation("to_array", &Object::to_array);
  object.operation("try_dequeue", &Object::try_dequeue);
  object.operation("try_peek", &Object::try_peek);
}

template <bool correct>
void declare_stack() {
  using Object = classes::ConcurrentStack<correct>;
  auto object = linnet::object<Object>();
  object.operation("clear", &Object::clear);
  object.operation("count", &Object::count);
  object.operation("push", &Object::push).arguments(10).arguments(20);
  object.operation("push_range_ten", [](Object& stack) {
    stack.push_range({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  });
  object.operation("try_pop", &Object::try_pop);
  object.operation("try_pop_range", &Object::try_pop_range).arguments(1).arguments(2).arguments(4);
  object.operation("try_peek", &Object::try_peek);
  object.operation("to_array", &Object::to_array);
}

template <bool correct>
void declare_linked_list() {
  using Object = classes::ConcurrentLinkedList<correct>;
  auto object = linnet::object<Object>();
  object.operation("count", &Object::count);
  object.operation("add_first", &Object::add_first).arguments(10);
  object.operation("add_last", &Object::add_last).arguments(20);
  object.operation("remove_first", &Object::remove_first);
  object.operation("try_remove_first", &Object::try_remove_first);
  object.operation("remove_last", &Object::remove_last);
  object.operation("try_remove_last", &Object::try_remove_last);
}

// Which of H, I and K are declared.
template <bool correct, bool h, bool i, bool k>
void declare_blocking_collection() {
  using Object = classes::BlockingCollection<correct>;
  auto object = linnet::object<Object>();
  object.operation("count", &Object::count);
  if (h) object.may_fail(0);
  object.operation("try_take", &Object::try_take);
  if (i) object.may_fail(std::nullopt);
  object.operation("cancel", &Object::cancel);
  if (k) object.asynchronous();
  object.operation("to_array", &Object::to_array);
  object.operation("try_add", &Object::try_add).arguments(20);
  object.operation("is_completed", &Object::is_completed);
  object.operation("is_adding_completed", &Object::is_adding_completed);
  object.operation("complete_adding", &Object::complete_adding);
  object.operation("add", &Object::add).arguments(10);
  object.operation("take", &Object::take);
  object.operation("take_with_enumerator", &Object::take_with_enumerator);
  object.operation("try_take_for", &Object::try_take_for).arguments(1);
}

template <bool correct, bool declared>
void declare_bag() {
  using Object = classes::ConcurrentBag<correct>;
  auto object = linnet::object<Object>();
  object.operation("try_take", &Object::try_take);
  if (declared) object.nondeterministic();
  object.operation("try_peek", &Object::try_peek);
  if (declared) object.nondeterministic();
  object.operation("count", &Object::count);
  object.operation("add", &Object::add).arguments(10).arguments(20);
  object.operation("is_empty", &Object::is_empty);
  object.operation("to_array", &Object::to_array);
}

// Its serial runs have an order that is not intended.
template <bool correct>
void declare_lock_free_bag() {
  using Object = classes::LockFreeBag<correct>;
  auto object = linnet::object<Object>();
  object.operation("try_take", &Object::try_take).nondeterministic();
  object.operation("add", &Object::add).arguments(10).arguments(20);
  auto reference = object.template reference<classes::AnyBag>();
  reference.operation("try_take", &classes::AnyBag::try_take);
  reference.operation("add", &classes::AnyBag::add);
}

template <classes::TaskBug bug>
void declare_task_completion_source() {
  using Object = classes::TaskCompletionSource<bug>;
  auto object = linnet::object<Object>();
  object.operation("exception", &Object::exception);
  object.operation("try_set_canceled", &Object::try_set_canceled);
  object.operation("try_set_exception", &Object::try_set_exception).arguments("e");
  object.operation("try_set_result", &Object::try_set_result).arguments(10);
  object.operation("set_canceled", &Object::set_canceled);
  object.operation("set_exception", &Object::set_exception).arguments("f");
  object.operation("set_result", &Object::set_result).arguments(20);
  object.operation("wait", &Object::wait);
  object.operation("try_result", &Object::try_result);
}

template <bool correct>
void declare_cancellation_token_source() {
  using Object = classes::CancellationTokenSource<correct>;
  auto object = linnet::object<Object>();
  object.operation("increment_when_cancelled", &Object::increment_when_cancelled);
  object.operation("cancel", &Object::cancel);
  object.operation("is_cancellation_requested", &Object::is_cancellation_requested);
  object.operation("count", &Object::count);
}

template <bool declared>
void declare_barrier() {
  using Object = classes::Barrier;
  auto object = linnet::object<Object>(std::uint8_t{2});
  object.operation("signal_and_wait", &Object::signal_and_wait);
  if (declared) object.excluded();
  object.operation("participants_remaining", &Object::participants_remaining);
  object.operation("remove_participant", &Object::remove_participant);
  object.operation("cancel_token", &Object::cancel_token);
  object.operation("current_phase_number", &Object::current_phase_number);
  object.operation("participant_count", &Object::participant_count);
  object.operation("add_participant", &Object::add_participant);
}

}  // namespace

// A test of this name, declared by this function.
#define TEST_BY(name, ...) \
  LINNET_TEST(name) {      \
    __VA_ARGS__();         \
  }

TEST_BY(lazy, declare_lazy<true>)
TEST_BY(lazy_wrong, declare_lazy<false>)
TEST_BY(manual_reset_event, declare_manual_reset_event<true>)
TEST_BY(manual_reset_event_bug_a, declare_manual_reset_event<false>)
TEST_BY(semaphore, declare_semaphore<true>)
TEST_BY(semaphore_wrong, declare_semaphore<false>)
TEST_BY(countdown_event, declare_countdown_event<true>)
TEST_BY(countdown_event_wrong, declare_countdown_event<false>)
TEST_BY(dictionary, declare_dictionary<classes::ConcurrentDictionary<true>>)
TEST_BY(dictionary_wrong, declare_dictionary<classes::ConcurrentDictionary<false>>)
TEST_BY(queue, declare_queue<classes::ConcurrentQueue<true>>)
TEST_BY(queue_bug_b, declare_queue<classes::ConcurrentQueue<false>>)
TEST_BY(dictionary_striped, declare_dictionary<classes::StripedDictionary<true>>)
TEST_BY(dictionary_striped_wrong, declare_dictionary<classes::StripedDictionary<false>>)
TEST_BY(queue_segmented, declare_queue<classes::SegmentedQueue<true>>)
TEST_BY(queue_segmented_wrong, declare_queue<classes::SegmentedQueue<false>>)
TEST_BY(stack, declare_stack<true>)
TEST_BY(stack_wrong, declare_stack<false>)
TEST_BY(linked_list, declare_linked_list<true>)
TEST_BY(linked_list_bug_c, declare_linked_list<false>)
TEST_BY(blocking_collection, declare_blocking_collection<true, true, true, true>)
TEST_BY(blocking_collection_bug_d, declare_blocking_collection<false, true, true, true>)
TEST_BY(blocking_collection_undeclared, declare_blocking_collection<true, false, false, false>)
TEST_BY(blocking_collection_only_h, declare_blocking_collection<true, true, false, false>)
TEST_BY(blocking_collection_only_i, declare_blocking_collection<true, false, true, false>)
TEST_BY(blocking_collection_only_k, declare_blocking_collection<true, false, false, true>)
TEST_BY(bag, declare_bag<true, true>)
TEST_BY(bag_bug_e, declare_bag<false, true>)
TEST_BY(bag_undeclared, declare_bag<true, false>)
TEST_BY(bag_lock_free, declare_lock_free_bag<true>)
TEST_BY(bag_lock_free_wrong, declare_lock_free_bag<false>)
TEST_BY(task_completion_source, declare_task_completion_source<classes::TaskBug::none>)
TEST_BY(task_completion_source_bug_f, declare_task_completion_source<classes::TaskBug::f>)
TEST_BY(task_completion_source_bug_g, declare_task_completion_source<classes::TaskBug::g>)
TEST_BY(cancellation_token_source, declare_cancellation_token_source<true>)
TEST_BY(cancellation_token_source_wrong, declare_cancellation_token_source<false>)
TEST_BY(barrier, declare_barrier<true>)
TEST_BY(barrier_undeclared, declare_barrier<false>)
