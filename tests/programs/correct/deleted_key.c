/* A key that was there before main is deleted in every execution, and has its destructor in the next one.
   explore: dpor:100000
   outcomes: completed
   complete: yes */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t key;
static atomic_int destroyed, shared;
static void destroys(void *value) {
  (void)value;
  atomic_fetch_add(&destroyed, 1);
}
__attribute__((constructor)) static void makes_key(void) { pthread_key_create(&key, destroys); }
static void *sets(void *value) {
  pthread_setspecific(key, value);
  atomic_fetch_add(&shared, 1);
  return 0;
}
int main(void) {
  int value = 0;
  pthread_t a, b;
  pthread_create(&a, 0, sets, &value);
  pthread_create(&b, 0, sets, &value);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&destroyed) == 2);
  pthread_key_delete(key);
  return 0;
}
