// Runs a program of letters natively: threads that wait for each other with conditions, futexes, barriers, read-write locks, semaphores and
// robust mutexes. Its argument has a word for each thread, separated by commas, with a letter for each thing that it does. What the threads
// saw, and what is left in memory at the end, is printed.
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <ctime>
#include <string>

namespace {

constexpr int kMost = 3;
std::atomic<int> x, word;
int guarded;    // by the mutex
int published;  // by the barrier, the read-write lock
bool ready;     // what is waited for, guarded by the mutex
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, robust;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier;
sem_t semaphore;

long futex(int operation, int value, const timespec* timeout = nullptr) {
  return syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

std::atomic<long> stamp;
long now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

void wait_for_condition(std::string& saw, bool timed, bool loops) {
  timespec soon{1'800'000'000, 0};
  pthread_mutex_lock(&mutex);
  ++guarded;
  int result = 0;
  do {
    if (loops && ready) break;
    result =
        timed ? pthread_cond_timedwait(&condition, &mutex, &soon) : pthread_cond_wait(&condition, &mutex);
  } while (loops && result == 0);
  --guarded;
  saw += result == 0 ? 'w' : 't';
  pthread_mutex_unlock(&mutex);
}

void lock_robust(std::string& saw) {
  const int result = pthread_mutex_lock(&robust);
  saw += result == 0 ? 'l' : result == EOWNERDEAD ? 'd' : 'n';
  if (result == EOWNERDEAD && x.load(std::memory_order_relaxed) == 0) pthread_mutex_consistent(&robust);
  if (result != ENOTRECOVERABLE) pthread_mutex_unlock(&robust);
}

void run_one(char code, std::string& saw) {
  const timespec soon{1, 0};
  switch (code) {
    case 's': x.store(1, std::memory_order_release); break;
    case 'l': saw += static_cast<char>('0' + x.load(std::memory_order_acquire)); break;
    case 'a': saw += static_cast<char>('0' + x.fetch_add(1, std::memory_order_relaxed)); break;
    case 'w': wait_for_condition(saw, false, false); break;
    case 'W': wait_for_condition(saw, false, true); break;
    case 't': wait_for_condition(saw, true, false); break;
    case 'r':
      pthread_mutex_lock(&mutex);
      ready = true;
      pthread_cond_signal(&condition);
      pthread_mutex_unlock(&mutex);
      break;
    case 'R':
      pthread_mutex_lock(&mutex);
      ready = true;
      pthread_mutex_unlock(&mutex);
      pthread_cond_broadcast(&condition);
      break;
    case 'n': pthread_cond_signal(&condition); break;
    case 'N': pthread_cond_broadcast(&condition); break;
    case 'f': saw += futex(FUTEX_WAIT_PRIVATE, 0) == 0 ? 'f' : 'e'; break;
    case 'F': saw += futex(FUTEX_WAIT_PRIVATE, 0, &soon) == 0 ? 'f' : errno == EAGAIN ? 'e' : 't'; break;
    case 'g':
      word.store(1, std::memory_order_relaxed);
      futex(FUTEX_WAKE_PRIVATE, 1);
      break;
    case 'G': saw += static_cast<char>('0' + futex(FUTEX_WAKE_PRIVATE, INT_MAX)); break;
    case 'k': word.wait(0, std::memory_order_acquire); break;
    case 'K':
      word.store(2, std::memory_order_release);
      word.notify_all();
      break;
    case 'b': saw += pthread_barrier_wait(&barrier) == 0 ? 'b' : 'B'; break;
    case 'p':
      pthread_rwlock_rdlock(&rwlock);
      saw += static_cast<char>('0' + published);
      pthread_rwlock_unlock(&rwlock);
      break;
    case 'P':
      pthread_rwlock_wrlock(&rwlock);
      ++published;
      pthread_rwlock_unlock(&rwlock);
      break;
    case 'q':
      if (pthread_rwlock_tryrdlock(&rwlock) == 0) {
        saw += static_cast<char>('0' + published);
        pthread_rwlock_unlock(&rwlock);
      } else {
        saw += 'q';
      }
      break;
    case 'u': sem_post(&semaphore); break;
    case 'd': sem_wait(&semaphore); break;
    case 'm': lock_robust(saw); break;
    case 'z': usleep(1000); break;
    case 'y':
      stamp.store(now(), std::memory_order_relaxed);
      x.store(1, std::memory_order_release);
      break;
    case 'Y':
      if (x.load(std::memory_order_acquire) == 1)
        saw += now() > stamp.load(std::memory_order_relaxed) ? '>' : '<';
      break;
    case 'M': saw += pthread_mutex_lock(&robust) == 0 ? 'h' : 'n'; break;  // and keeps it
  }
}

std::string words[kMost], seen[kMost];

void* run(void* argument) {
  const auto i = static_cast<std::size_t>(static_cast<std::string*>(argument) - words);
  for (const char code : words[i]) run_one(code, seen[i]);
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  int threads = 1;
  for (const char* code = argv[1]; *code != 0; ++code) {
    if (*code == ',' && threads == kMost) return 2;
    *code == ',' ? static_cast<void>(++threads) : words[threads - 1].push_back(*code);
  }
  for (std::string& text : seen) text.reserve(16);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &attributes);
  pthread_barrier_init(&barrier, nullptr, 2);
  sem_init(&semaphore, 0, 0);
  pthread_t started[kMost];
  for (int t = 0; t < threads; ++t) pthread_create(&started[t], nullptr, run, &words[t]);
  for (int t = 0; t < threads; ++t) pthread_join(started[t], nullptr);
  for (int t = 0; t < threads; ++t) std::printf("%s|", seen[t].c_str());
  std::printf("%d %d %d\n", x.load(), word.load(), published);
  return 0;
}
