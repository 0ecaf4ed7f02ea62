// Runs pieces of work that several threads produce and one thread consumes, in order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace linnet {

// Calls make(i, item) for i = 0, 1, ... below n on `threads` other threads, and use(item) for each, in that
// order, on this one, until one of them returns false. Returns whether all were used. There are never more
// than a few items more than threads, and they are reused. An exception of `make` is rethrown here.
template <class Item, class Make, class Use>
bool make_and_use_in_order(std::size_t n, std::size_t threads, Make make, Use use) {
  const std::size_t slots = 2 * threads + 2;
  std::vector<Item> items(slots);
  std::vector<bool> ready(slots);
  std::mutex lock;
  std::condition_variable changed;
  std::size_t next = 0, used = 0;
  bool stop = false;
  std::exception_ptr failure;

  const auto work = [&] {
    std::unique_lock hold(lock);
    for (;;) {
      changed.wait(hold, [&] { return stop || next >= n || next < used + slots; });
      if (stop || next >= n) return;
      const std::size_t i = next++;
      hold.unlock();
      bool good = false;
      std::exception_ptr thrown;
      try {
        good = make(i, items[i % slots]);
      } catch (...) {
        thrown = std::current_exception();
      }
      hold.lock();
      ready[i % slots] = good;
      if (!good) stop = true;
      if (thrown) failure = thrown;
      changed.notify_all();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t t = 0; t < threads; ++t) others.emplace_back(work);
  {
    std::unique_lock hold(lock);
    while (used < n && !stop) {
      changed.wait(hold, [&] { return stop || ready[used % slots]; });
      if (stop) break;
      hold.unlock();
      const bool good = use(items[used % slots]);
      hold.lock();
      ready[used % slots] = false;
      ++used;
      if (!good) stop = true;
      changed.notify_all();
    }
    changed.notify_all();
  }
  for (std::thread& t : others) t.join();
  if (failure) std::rethrow_exception(failure);
  return !stop;
}

}  // namespace linnet
