// A pool of buffers, a cache that holds some of them, and a log of what was found. A reader looks a key up under the lock of
// the cache, and reads the buffer after it has given the lock back. Meanwhile one thread evicts the key, and another collects
// the buffer and fills it for a key of its own: the log then has a value under the wrong key. It takes three preemptions at the
// beginning, and what the threads do afterwards can be interleaved in very many ways.
// explore: random:20000
// outcomes: assertion completed
// failure: value == 10 * key
#include <array>
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

constexpr int kNothing = -1;

class Pool {
 public:
  int take() {
    const std::scoped_lock lock(mutex_);
    for (int i = 0; i < static_cast<int>(used_.size()); ++i) {
      if (!used_[i]) return used_[i] = true, i;
    }
    return kNothing;
  }
  void give_back(int buffer) {
    const std::scoped_lock lock(mutex_);
    used_[buffer] = false;
  }
  std::atomic<int>& operator[](int buffer) { return values_[buffer]; }

 private:
  std::mutex mutex_;
  std::array<bool, 2> used_{};
  std::array<std::atomic<int>, 2> values_{};
};

class Cache {
 public:
  explicit Cache(Pool& pool) : pool_(pool) {}

  void put(int key) {
    if (revive(key)) return;
    const int buffer = pool_.take();
    if (buffer == kNothing) return;
    pool_[buffer] = 10 * key;
    const std::scoped_lock lock(mutex_);
    if (buffers_[key] == kNothing) {
      buffers_[key] = buffer;
    } else {
      pool_.give_back(buffer);
    }
  }
  void evict(int key) {
    const std::scoped_lock lock(mutex_);
    if (buffers_[key] == kNothing) return;
    evicted_[key] = true;
  }
  void collect() {
    const std::scoped_lock lock(mutex_);
    for (std::size_t key = 0; key < buffers_.size(); ++key) {
      if (!evicted_[key]) continue;
      pool_.give_back(buffers_[key]);
      buffers_[key] = kNothing;
      evicted_[key] = false;
    }
  }
  int find(int key) {
    const std::scoped_lock lock(mutex_);
    return evicted_[key] ? kNothing : buffers_[key];
  }

 private:
  bool revive(int key) {
    const std::scoped_lock lock(mutex_);
    evicted_[key] = false;
    return buffers_[key] != kNothing;
  }

  Pool& pool_;
  std::mutex mutex_;
  std::array<int, 4> buffers_{kNothing, kNothing, kNothing, kNothing};
  std::array<bool, 4> evicted_{};
};

class Log {
 public:
  void add(int key, int value) {
    const int at = count_++;
    entries_[at] = {key, value};
  }
  void check() const {
    for (int i = 0; i < count_; ++i) {
      const auto [key, value] = entries_[i];
      assert(value == 10 * key);
    }
  }

 private:
  std::atomic<int> count_{0};
  std::array<std::array<int, 2>, 8> entries_{};
};

Pool pool;
Cache cache(pool);
Log logged;

void read(int key) {
  const int buffer = cache.find(key);
  if (buffer != kNothing) logged.add(key, pool[buffer].load());
}
void use(int key) {
  cache.put(key);
  read(key);
  cache.evict(key);
}

int main() {
  cache.put(1);
  std::thread threads[] = {
      std::thread([] { read(1), use(2), use(2); }),
      std::thread([] { cache.evict(1), use(3), cache.put(1); }),
      std::thread([] { cache.collect(), use(0), cache.collect(), cache.put(1); }),
  };
  for (std::thread& thread : threads) thread.join();
  logged.check();
}
