// Runs independent pieces of work on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace linnet {

// Calls work(i) for i = 0, 1, ... below n, each once, on up to `jobs` threads, in about that order, until it
// returns false. An exception of `work` is rethrown here, once all threads have stopped.
template <class Work>
void for_each_index(std::size_t n, std::size_t jobs, Work work) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stop = false;
  std::exception_ptr failure;
  std::mutex failure_lock;
  const auto run = [&] {
    try {
      while (!stop.load(std::memory_order_relaxed)) {
        const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
        if (i >= n) return;
        if (!work(i)) stop = true;
      }
    } catch (...) {
      const std::lock_guard hold(failure_lock);
      failure = std::current_exception();
      stop = true;
    }
  };
  std::vector<std::thread> others;
  for (std::size_t j = 1; j < jobs && j < n; ++j) others.emplace_back(run);
  run();
  for (std::thread& t : others) t.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace linnet
