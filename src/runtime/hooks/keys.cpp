// pthread keys: values are stored per thread in Thread::key_values, keys here.
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <climits>
#include <utility>
#include <vector>

#include "runtime/execution.hpp"
#include "runtime/fibers/current.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

struct Key {
  void (*destructor)(void*) = nullptr;
  bool exists = false;
};
constinit std::vector<Key> keys;
constinit std::vector<Key> marked_keys;
constinit bool has_changed = false;  // since they were marked

// Our keys start high, to distinguish them from those that libc made for itself.
constexpr pthread_key_t kFirst = 1 << 20;
constexpr int kRounds = 4;  // destructors may set values again: POSIX lets us stop here

void*& value_of(Thread& thread, pthread_key_t index) {
  if (thread.key_values.size() <= index) thread.key_values.resize(index + 1);
  return thread.key_values[index];
}

// The table is not part of a copy.
void change_table() {
  has_changed = true;
  if (scheduled()) current.execution->cannot_be_copied();
}

int create(pthread_key_t* key, void (*destructor)(void*)) {
  change_table();
  keys.push_back({destructor, true});
  *key = kFirst + static_cast<pthread_key_t>(keys.size() - 1);
  return 0;
}

bool is_ours(pthread_key_t key) {
  return key - kFirst < keys.size();
}

}  // namespace

void mark_keys() {
  marked_keys = keys;
  has_changed = false;
}

void restore_keys() {
  if (std::exchange(has_changed, false)) keys = marked_keys;
}

void run_key_destructors(Thread& thread) {
  for (int round = 0; round < kRounds; ++round) {
    bool any = false;
    for (std::size_t i = 0; i < thread.key_values.size(); ++i) {
      void* value = std::exchange(thread.key_values[i], nullptr);
      if (value == nullptr || !keys[i].exists || keys[i].destructor == nullptr) continue;
      any = true;
      keys[i].destructor(value);
    }
    if (!any) return;
  }
}

LINNET_EXPORT int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  if (is_ground_code(__builtin_return_address(0))) return LINNET_REAL(pthread_key_create)(key, destructor);
  return create(key, destructor);
}

LINNET_EXPORT int pthread_key_delete(pthread_key_t key) {
  if (!is_ours(key)) return LINNET_REAL(pthread_key_delete)(key);
  change_table();
  keys[key - kFirst].exists = false;
  return 0;
}

LINNET_EXPORT void* pthread_getspecific(pthread_key_t key) {
  if (!is_ours(key)) return LINNET_REAL(pthread_getspecific)(key);
  return value_of(*current.thread, key - kFirst);
}

LINNET_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!is_ours(key)) return LINNET_REAL(pthread_setspecific)(key, value);
  value_of(*current.thread, key - kFirst) = const_cast<void*>(value);
  ++current.thread->progress;
  return 0;
}

LINNET_EXPORT int tss_create(tss_t* key, tss_dtor_t destructor) {
  create(key, destructor);
  return thrd_success;
}

LINNET_EXPORT void tss_delete(tss_t key) {
  pthread_key_delete(key);
}

LINNET_EXPORT void* tss_get(tss_t key) {
  return pthread_getspecific(key);
}

LINNET_EXPORT int tss_set(tss_t key, void* value) {
  pthread_setspecific(key, value);
  return thrd_success;
}

}  // namespace linnet::runtime
