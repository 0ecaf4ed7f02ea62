// A main of its own that records its calls: two threads share a queue. -DWRONG: a removal is not one step; -DEMPTY: nothing is
// recorded; -DNESTED: a call within a call; -DTHROWS: what is thrown is the result; -DOTHER: a second queue, which is right.
#include <linnet/record.h>

#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

class Queue {
 public:
  void push(int value) {
    const std::lock_guard guard(mutex_);
    values_.push_back(value);
  }
  std::optional<int> try_pop() {
    std::unique_lock guard(mutex_);
    if (values_.empty()) return std::nullopt;
    const int value = values_.front();
#ifdef WRONG
    guard.unlock();
    guard.lock();
    if (values_.empty()) return value;
#endif
    values_.erase(values_.begin());
    return value;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_;
};

#ifdef EMPTY
int main() {}
#elif defined(NESTED)
int main() {
  Queue queue;
  linnet::record("enq", 1, [&] { linnet::record("enq", 2, [&] { queue.push(2); }); });
}
#elif defined(THROWS)
int main() {
  try {
    linnet::record("deq", []() -> int { throw std::out_of_range("empty"); });
  } catch (const std::out_of_range&) {
    return 0;
  }
  return 1;
}
#else
int main() {
  Queue queue;
  linnet::record("enq", 1, [&] { queue.push(1); });
#ifdef OTHER
  Queue other;
  linnet::record_on("other", "enq", 1, [&] { other.push(1); });
  std::thread third([&] { linnet::record_on("other", "deq", [&] { return other.try_pop(); }); });
#endif
  std::thread first([&] { linnet::record("deq", [&] { return queue.try_pop(); }); });
  std::thread second([&] {
    const std::optional<int> got = linnet::record("deq", [&] { return queue.try_pop(); });
    if (got) linnet::record("enq", *got + 1, [&] { queue.push(*got + 1); });
  });
  first.join();
  second.join();
#ifdef OTHER
  third.join();
#endif
  linnet::record("deq", [&] { return queue.try_pop(); });
}
#endif
