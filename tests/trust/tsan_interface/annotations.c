// Right: a lock and its inside, harmless races, ignored accesses and a fiber that goes on in another thread, each annotated.
// exit: 0
// says: complete
#include <pthread.h>
#include <stdatomic.h>

void __tsan_mutex_create(void*, unsigned), __tsan_mutex_destroy(void*, unsigned), __tsan_mutex_pre_lock(void*, unsigned),
    __tsan_mutex_post_lock(void*, unsigned, int), __tsan_mutex_post_unlock(void*, unsigned);
int __tsan_mutex_pre_unlock(void*, unsigned);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, unsigned long, const char*);
void AnnotateIgnoreWritesBegin(const char*, int), AnnotateIgnoreWritesEnd(const char*, int);
void *__tsan_create_fiber(unsigned), *__tsan_get_current_fiber(void);
void __tsan_switch_to_fiber(void*, unsigned), __tsan_destroy_fiber(void*);

static atomic_int held;
static long waiters, harmless, ignored, guarded, of_fiber;
static void* fiber;

static void lock(void) {
  __tsan_mutex_pre_lock(&held, 0);
  ++waiters;
  while (atomic_exchange_explicit(&held, 1, memory_order_relaxed)) {
  }
  __tsan_mutex_post_lock(&held, 0, 0);
}

static void unlock(void) {
  __tsan_mutex_pre_unlock(&held, 0);
  atomic_store_explicit(&held, 0, memory_order_relaxed);
  __tsan_mutex_post_unlock(&held, 0);
}

static void* run(void* nothing) {
  harmless = 1;
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  ignored = 1;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  lock();
  ++guarded;
  void* own = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(fiber, 0);
  ++of_fiber;
  __tsan_switch_to_fiber(own, 0);
  unlock();
  return nothing;
}

int main(void) {
  __tsan_mutex_create(&held, 0);
  AnnotateBenignRaceSized(__FILE__, __LINE__, &harmless, sizeof harmless, "all write the same");
  fiber = __tsan_create_fiber(0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
  __tsan_destroy_fiber(fiber);
  __tsan_mutex_destroy(&held, 0);
  return guarded != 2;
}
