// glib's GMutex and GCond, which it builds from futexes. Its other locks are those of pthread.
#include <pthread.h>

#include <cstring>

#include "runtime/hooks/export.hpp"
#include "runtime/libraries/library_lock.hpp"
#include "runtime/libraries/redirect.hpp"

namespace linnet::runtime {
namespace glib {

// glib itself writes only the half that it uses.
void init(void* mutex) {
  std::memset(mutex, 0, kRwlockSize);
}

void lock(void* mutex) {
  lock_library<For::writing>(mutex, LINNET_PC);
}

int try_lock(void* mutex) {
  return pthread_rwlock_trywrlock(static_cast<pthread_rwlock_t*>(mutex)) == 0;
}

void unlock(void* mutex) {
  if (!scheduled()) return;
  change_object(mutex, kRwlockSize, LINNET_PC);
  give_back_rwlock(mutex, LINNET_PC);
}

void wait(void* condition, void* mutex) {
  wait_in_library(condition, mutex, For::writing, nullptr, CLOCK_MONOTONIC, LINNET_PC);
}

int wait_until(void* condition, void* mutex, std::int64_t microseconds) {
  const timespec deadline{microseconds / 1'000'000, microseconds % 1'000'000 * 1'000};
  return wait_in_library(condition, mutex, For::writing, &deadline, CLOCK_MONOTONIC, LINNET_PC);
}

void signal_one(void* condition) {
  signal_library(condition, 1, LINNET_PC);
}

void signal_all(void* condition) {
  signal_library(condition, kSeats, LINNET_PC);
}

}  // namespace glib

void redirect_glib() {
  using namespace glib;
  const StandIn functions[] = {
      {"g_mutex_init", reinterpret_cast<const void*>(init)},
      {"g_mutex_lock", reinterpret_cast<const void*>(lock)},
      {"g_mutex_trylock", reinterpret_cast<const void*>(try_lock)},
      {"g_mutex_unlock", reinterpret_cast<const void*>(unlock)},
      {"g_cond_wait", reinterpret_cast<const void*>(wait)},
      {"g_cond_wait_until", reinterpret_cast<const void*>(wait_until)},
      {"g_cond_signal", reinterpret_cast<const void*>(signal_one)},
      {"g_cond_broadcast", reinterpret_cast<const void*>(signal_all)},
  };
  redirect("/libglib-2.0", functions);
}

}  // namespace linnet::runtime
