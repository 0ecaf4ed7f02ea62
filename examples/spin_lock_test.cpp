// A lock that spins, and one whose check is separate from its act: linnet run examples/spin_lock_test.cpp
//
// The second one sees that the lock is free and takes it in two steps. Between them another thread sees the same, and
// try_lock returns true to both. Waiting in the loop costs no executions: a loop that reads the same again is stopped until
// another thread writes.
#include <linnet/test.hpp>

#include <atomic>

class SpinLock {
 public:
  void lock() {
    while (held_.exchange(true, std::memory_order_acquire)) {
    }
  }
  bool try_lock() { return !held_.exchange(true, std::memory_order_acquire); }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_{false};
};

class HastyLock {
 public:
  void lock() {
    while (!try_lock()) {
    }
  }
  bool try_lock() {
    if (held_.load()) return false;
    held_.store(true);
    return true;
  }
  void unlock() { held_.store(false); }

 private:
  std::atomic<bool> held_{false};
};

template <class Lock>
void test_lock() {
  linnet::object<Lock>()
      .operation("lock", &Lock::lock)
      .operation("try_lock", &Lock::try_lock)
      .operation("unlock", &Lock::unlock)
      .spec("mutex")
      .scenario("lock() unlock() | lock() unlock() | try_lock()");
}

LINNET_TEST(spin_lock) {
  test_lock<SpinLock>();
}
LINNET_TEST(hasty_lock) {
  test_lock<HastyLock>();
}
