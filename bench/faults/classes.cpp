// Wrong classes of tests/automatic, each in a small program that notices.
//   1  ManualResetEvent: computes the new state from a second read; a waiter is never woken
//   2  Semaphore: looks for waiters before it takes the lock; a waiter is never woken
//   3  CountdownEvent: adds to the count in two steps, and loses a signal
//   4  ConcurrentDictionary: looks whether a key is there, and adds it afterwards
//   5  Lazy: says that its value is made before it can be read, and makes it twice
//   6  BlockingCollection: looks whether it is empty, and then whether values may come
#include "../../tests/automatic/classes/blocking_collection.hpp"
#include "../../tests/automatic/classes/concurrent_dictionary.hpp"
#include "../../tests/automatic/classes/countdown_event.hpp"
#include "../../tests/automatic/classes/lazy.hpp"
#include "../../tests/automatic/classes/manual_reset_event.hpp"
#include "../../tests/automatic/classes/semaphore.hpp"
#include "fault.hpp"

void reset_event() {
  static classes::ManualResetEvent<FAULT != 1> event;
  together([] { event.wait(); }, [] { event.wait(); },
           [] {
             event.set();
             event.reset();
             event.set();
           });
}
void semaphore() {
  static classes::Semaphore<FAULT != 2> semaphore;
  together(
      [] {
        semaphore.wait();
        semaphore.release(1);
      },
      [] {
        semaphore.wait();
        semaphore.release(1);
      },
      [] { semaphore.release(1); });
}
void countdown() {
  static classes::CountdownEvent<FAULT != 3> event(3);
  together(
      [] {
        event.signal(1);
        event.signal(1);
      },
      [] {
        if (event.try_add_count(1)) event.signal(1);
      },
      [] {
        event.signal(1);
        event.wait();
      });
  assert(event.is_set());
}
void dictionary() {
  static classes::ConcurrentDictionary<FAULT != 4> dictionary;
  static std::atomic<int> added{0};
  const auto add = [](int key) { added.fetch_add(dictionary.try_add(key, 1) ? 1 : 0); };
  together(
      [=] {
        add(10);
        dictionary.set(30, 1);
        add(20);
      },
      [=] {
        dictionary.set(30, 1);
        add(20);
        add(10);
      });
  assert(added == 2);
}
void lazy() {
  static classes::Lazy<FAULT != 5> lazy;
  together([] { assert(lazy.value() == 1); },
           [] {
             if (lazy.is_value_created()) assert(lazy.value() == 1);
           },
           [] { assert(lazy.value() == 1); });
}
void collection() {
  static classes::BlockingCollection<FAULT != 6> collection;
  together(
      [] {
        collection.add(1);
        collection.complete_adding();
      },
      [] {
        if (collection.is_completed()) assert(collection.to_array().empty());
      });
}

int main() {
  if (FAULT == 0 || FAULT == 1) reset_event();
  if (FAULT == 0 || FAULT == 2) semaphore();
  if (FAULT == 0 || FAULT == 3) countdown();
  if (FAULT == 0 || FAULT == 4) dictionary();
  if (FAULT == 0 || FAULT == 5) lazy();
  if (FAULT == 0 || FAULT == 6) collection();
}
