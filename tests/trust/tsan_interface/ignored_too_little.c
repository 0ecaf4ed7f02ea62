// Nearly right: the write is ignored, and the one after the end of that is not.
// exit: 1
// says: Data race: .* seen
// never: (reads|writes) ignored
#include <pthread.h>

void AnnotateIgnoreWritesBegin(const char*, int), AnnotateIgnoreWritesEnd(const char*, int);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, unsigned long, const char*);

static long ignored, harmless, seen;

static void* run(void* nothing) {
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  ignored = 1;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  harmless = 1;
  seen = 1;
  return nothing;
}

int main(void) {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &harmless, sizeof harmless, "all write the same");
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
  return 0;
}
