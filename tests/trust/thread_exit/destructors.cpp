// Right: pthread_exit unwinds the stack, so that the lock is given back and catch (...) may look on.
// exit: 0
// says: complete
#include <pthread.h>

#include <cassert>
#include <mutex>

std::mutex mutex;
int caught, cleaned;

void leave() {
  pthread_cleanup_push([](void* n) { ++*static_cast<int*>(n); }, &cleaned);
  pthread_exit(nullptr);
  pthread_cleanup_pop(0);
}

void* run(void*) {
  const std::lock_guard lock(mutex);
  try {
    leave();
  } catch (...) {
    ++caught;
    throw;
  }
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, run, nullptr);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  assert(caught == 2 && cleaned == 2);
}
