// Two threads count under a ticket lock. Nothing here comes from Linnet: it is an ordinary program.
#include <atomic>
#include <cassert>
#include <thread>

class TicketLock {
 public:
  void lock() {
    const int mine = next_.fetch_add(1);
    while (serving_.load() != mine) {
    }
  }
  void unlock() { serving_.store(serving_.load() + 1); }

 private:
  std::atomic<int> next_{0}, serving_{0};
};

int main() {
  TicketLock lock;
  std::atomic<int> counter{0};
  const auto count = [&] {
    lock.lock();
    counter.store(counter.load() + 1);
    lock.unlock();
  };
  std::thread a(count), b(count);
  a.join();
  b.join();
  assert(counter.load() == 2);
}
