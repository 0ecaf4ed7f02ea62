// A counter and a pointer in one atomic object of 16 bytes, exchanged by two threads while a third one looks. (-mcx16, -latomic)
#include <pthread.h>

typedef unsigned __int128 Wide;
static Wide both;

static void *change(void *step) {
  Wide seen = __atomic_load_n(&both, __ATOMIC_RELAXED), wanted;
  do {
    wanted = seen + (((Wide)1 << 64) | (Wide)(unsigned long)step);
  } while (!__atomic_compare_exchange_n(&both, &seen, wanted, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return 0;
}

static void *look(void *unused) {
  const Wide seen = __atomic_load_n(&both, __ATOMIC_ACQUIRE);
  const unsigned long changes = (unsigned long)(seen >> 64), steps = (unsigned long)seen;
  (void)unused;
  return (void *)(unsigned long)(changes == 0 ? steps != 0 : changes == 1 ? steps != 1 && steps != 16 : steps != 17);
}

int main(void) {
  pthread_t id[3];
  void *wrong = 0;
  pthread_create(&id[0], 0, change, (void *)1);
  pthread_create(&id[1], 0, change, (void *)16);
  pthread_create(&id[2], 0, look, 0);
  pthread_join(id[0], 0);
  pthread_join(id[1], 0);
  pthread_join(id[2], &wrong);
  return wrong != 0;
}
