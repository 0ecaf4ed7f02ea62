// The semaphore of libstdc++ waits for its futex until the deadline is over, and spins before and after that.
// exit: 0
// says: complete
#include <chrono>
#include <semaphore>
#include <thread>

int main() {
  std::binary_semaphore semaphore(0);
  std::thread releases([&] { semaphore.release(); });
  if (!semaphore.try_acquire_for(std::chrono::milliseconds(5))) semaphore.acquire();
  releases.join();
}
