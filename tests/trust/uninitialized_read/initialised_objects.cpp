// Right: locks, conditions and semaphores in the heap that are initialised, by their functions, by constructors and by zeros.
// exit: 0
// says: complete
#include <pthread.h>
#include <semaphore.h>

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <shared_mutex>

int main() {
  auto* mutex = static_cast<pthread_mutex_t*>(std::malloc(sizeof(pthread_mutex_t)));
  pthread_mutex_init(mutex, nullptr);
  auto* zeros = static_cast<pthread_mutex_t*>(std::malloc(sizeof(pthread_mutex_t)));
  std::memset(zeros, 0, sizeof *zeros);
  auto* copy = static_cast<pthread_mutex_t*>(std::malloc(sizeof(pthread_mutex_t)));
  const pthread_mutex_t initial = PTHREAD_MUTEX_INITIALIZER;
  *copy = initial;
  for (pthread_mutex_t* each : {mutex, zeros, copy}) {
    pthread_mutex_lock(each);
    pthread_mutex_unlock(each);
  }
  auto* semaphore = static_cast<sem_t*>(std::malloc(sizeof(sem_t)));
  sem_init(semaphore, 0, 1);
  sem_wait(semaphore);
  sem_post(semaphore);
  auto* spin = static_cast<pthread_spinlock_t*>(std::malloc(64));
  pthread_spin_init(spin, 0);
  pthread_spin_lock(spin);
  pthread_spin_unlock(spin);
  auto* lock = static_cast<pthread_rwlock_t*>(std::malloc(sizeof(pthread_rwlock_t)));
  pthread_rwlock_init(lock, nullptr);
  pthread_rwlock_rdlock(lock);
  pthread_rwlock_unlock(lock);
  auto* condition = static_cast<pthread_cond_t*>(std::malloc(sizeof(pthread_cond_t)));
  pthread_cond_init(condition, nullptr);
  pthread_cond_signal(condition);
  auto* barrier = static_cast<pthread_barrier_t*>(std::malloc(sizeof(pthread_barrier_t)));
  pthread_barrier_init(barrier, nullptr, 1);
  pthread_barrier_wait(barrier);
  auto* once = static_cast<std::once_flag*>(std::malloc(sizeof(std::once_flag)));
  std::call_once(*new (once) std::once_flag, [] {});
  const auto both = std::make_unique<std::shared_mutex>();
  const std::shared_lock reader(*both);
  const auto own = std::make_unique<std::recursive_mutex>();
  const std::scoped_lock held(*own);
  std::make_unique<std::condition_variable>()->notify_one();
}
