// Wrong: the lock is held for reading by both, and one of them writes.
// exit: 1
// says: Data race: .* value
#include <pthread.h>

void AnnotateRWLockCreate(const char*, int, void*);
void AnnotateRWLockAcquired(const char*, int, void*, long), AnnotateRWLockReleased(const char*, int, void*, long);

static int lock, value;

static void* run(void* nothing) {
  AnnotateRWLockAcquired(__FILE__, __LINE__, &lock, 0);
  ++value;
  AnnotateRWLockReleased(__FILE__, __LINE__, &lock, 0);
  return nothing;
}

int main(void) {
  AnnotateRWLockCreate(__FILE__, __LINE__, &lock);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
  return 0;
}
