// String instructions that compare or search read up to where they end: a write there is a race unless a lock orders it, and one behind is none.
// run: for way in "1 0" "0 60" "0 3"; do set -- $way; linnet run --time 60s {} -- -DLOCKS=$1 -DPLACE=$2; done
// exit: 1
// says: (?s)^\S+ pass .*complete.*\n\S+ pass .*complete.*\n\S+ violation.*Data race
#include <pthread.h>

static char text[64] = "abcdefgh", other[64] = "abcdeXgh";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) {
  if (LOCKS) pthread_mutex_lock(&mutex);
}
static void unlock(void) {
  if (LOCKS) pthread_mutex_unlock(&mutex);
}

static void* write_text(void* unused) {
  lock();
  text[PLACE] = 'x';
  unlock();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_text, 0);
  lock();
  const void *one = text, *with = other;
  unsigned long size = sizeof text;
  asm volatile("repe cmpsb" : "+S"(one), "+D"(with), "+c"(size) : : "cc", "memory");
  const void* in = text;
  size = sizeof text;
  asm volatile("repne scasb" : "+D"(in), "+c"(size) : "a"('h') : "cc", "memory");
  unlock();
  pthread_join(thread, 0);
  return 0;
}
