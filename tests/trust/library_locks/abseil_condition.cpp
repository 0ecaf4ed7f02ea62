// Nearly wrong: absl::CondVar, whose signal may come before the wait, and a wait that its time ends.
// run: linnet run {} -- -labsl_synchronization
// exit: 0
// says: pass
#include <absl/synchronization/mutex.h>

#include <cassert>
#include <thread>

absl::Mutex mutex;
absl::CondVar condition;
bool ready, late;

int main() {
  std::thread other([] {
    const absl::MutexLock lock(&mutex);
    mutex.AssertHeld();
    ready = true;
    condition.Signal();
  });
  mutex.Lock();
  if (!ready) late = condition.WaitWithTimeout(&mutex, absl::Seconds(1));
  assert(ready || late);
  mutex.Unlock();
  other.join();
}
