// Right: absl::Mutex with a condition to wait for, and with readers.
// run: linnet run {} -- -labsl_synchronization
// exit: 0
// says: pass
#include <absl/synchronization/mutex.h>

#include <cassert>
#include <thread>

absl::Mutex mutex;
int value;

int main() {
  std::thread writes([] {
    const absl::MutexLock lock(&mutex);
    value = 1;
  });
  std::thread reads([] {
    const absl::ReaderMutexLock lock(&mutex);
    assert(value >= 0);
  });
  mutex.LockWhen(absl::Condition(+[](int* v) { return *v == 1; }, &value));
  value = 2;
  mutex.Unlock();
  writes.join();
  reads.join();
}
