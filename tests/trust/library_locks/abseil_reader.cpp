// Wrong: both threads lock, one of them for reading, and that one writes.
// run: linnet run {} -- -labsl_synchronization
// exit: 1
// says: Data race: .* value
#include <absl/synchronization/mutex.h>

#include <thread>

absl::Mutex mutex;
int value;

void increment() {
  const absl::ReaderMutexLock lock(&mutex);
  ++value;
}

int main() {
  std::thread other(increment);
  increment();
  other.join();
}
