// String instructions access all that they move: a copy under a lock does not race with a writer, and one without a lock does.
// run: for locks in 1 0; do linnet run --time 60s {} -- -DLOCKS=$locks; done
// exit: 1
// says: (?s)^\S+ pass .*complete.*\n\S+ violation.*Data race
#include <pthread.h>

static char text[64], copy[64];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) {
  if (LOCKS) pthread_mutex_lock(&mutex);
}
static void unlock(void) {
  if (LOCKS) pthread_mutex_unlock(&mutex);
}

static void* write_text(void* unused) {
  lock();
  text[40] = 'x';
  unlock();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_text, 0);
  lock();
  void* to = copy;
  const void* from = text;
  unsigned long size = sizeof text;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
  unlock();
  pthread_join(thread, 0);
  return 0;
}
