# Plain accesses of inline assembly are seen with clang, too: a lost update is found, and one under a lock is none.
# exit: 0
# says: with lock: 0
# says: without: 1
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused) {
  if (LOCKS) pthread_mutex_lock(&mutex);
  asm volatile("addl $1, %0" : "+m"(count));
  if (LOCKS) pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  assert(count == 2);
  return 0;
}
END
linnet run --compiler clang-19 program.c -- -DLOCKS=1
echo "with lock: $?"
linnet run --compiler clang-19 program.c -- -DLOCKS=0
echo "without: $?"
