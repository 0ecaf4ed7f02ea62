// A time stamp that was handed over is earlier than one taken afterwards: through an atomic, a mutex, and the end of a thread.
// run: linnet run --time 60s --strategy dpor {}
// exit: 0
// says: \b4 executions by dpor, within one order of clock readings
#include <x86intrin.h>

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::atomic<unsigned long long> published{0};
  std::mutex mutex;
  unsigned long long guarded = 0, at_end = 0;
  const auto first = __rdtsc();
  std::thread other([&] {
    assert(__rdtsc() > first);
    published = __rdtsc();
    {
      const std::lock_guard lock(mutex);
      guarded = __rdtsc();
    }
    at_end = __rdtsc();
  });
  const auto seen = published.load();
  assert(seen < __rdtsc());
  {
    const std::lock_guard lock(mutex);
    assert(guarded < __rdtsc());
  }
  other.join();
  assert(at_end < __rdtsc());
}
