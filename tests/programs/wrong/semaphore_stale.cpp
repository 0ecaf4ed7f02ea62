// libstdc++ 12's counting_semaphore reads the counter, spins, and can then sleep on a stale value.
// explore: sticky:300000
// outcomes: completed deadlock
#include <semaphore>
#include <thread>

std::counting_semaphore<10> semaphore(1);

int main() {
  const auto work = [] {
    semaphore.acquire();
    semaphore.release();
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
}
