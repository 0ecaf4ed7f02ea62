/* Loops that are looked at by hand: what is left of a round, what is kept, what is called. */
#ifdef __cplusplus
extern "C" {
#endif
static int top, next[8];
__attribute__((noinline)) int reload(int node, int rounds) {
  for (;;) {
    int t = __atomic_load_n(&top, 5);
    next[node] = t;
    if (__atomic_compare_exchange_n(&top, &t, node, 0, 5, 5)) return rounds;
  }
}
__attribute__((noinline)) void wait(void) {
  while (__atomic_load_n(&top, 5) == 0) {
  }
}
__attribute__((noinline)) int wait_counting(void) {
  int count = 0;
  while (__atomic_load_n(&top, 5) == 0) ++count;
  return count;
}
int puts(const char*);
__attribute__((noinline)) void wait_calling(void) {
  while (__atomic_load_n(&top, 5) == 0) puts("");
}
__attribute__((noinline)) static void says(void) { puts("x"); }
__attribute__((noinline)) void wait_calling_through(void) {
  while (__atomic_load_n(&top, 5) == 0) says();
}
__attribute__((noinline)) void call_before(void) {
  puts("");
  while (__atomic_load_n(&top, 5) == 0) {
  }
  says();
}
int pthread_mutex_lock(void*);
int pthread_mutex_unlock(void*);
static long mutexes[2][5];
static int first, flag;
__attribute__((noinline)) void look_locked(void) {  // clang puts the addresses of both functions into registers
  int looked, begin = __atomic_load_n(&top, 5);
  first = begin;
  do {
    pthread_mutex_lock(mutexes[0]);
    pthread_mutex_lock(mutexes[1]);
    looked = flag;
    pthread_mutex_unlock(mutexes[1]);
    pthread_mutex_unlock(mutexes[0]);
  } while (!looked);
}
int rand(void) __attribute__((nothrow));
__attribute__((noinline)) void ignore_result(int node) {
  rand();
  next[node & 7] = node;
}
__attribute__((noinline)) void look_at_result(void) {
  if (rand() == 5) top = 1;
}
__attribute__((noinline)) int give_result_back(void) {
  next[1] = 2;
  int drawn = rand();
  next[2] = 3;
  return drawn;
}
int main(void) {
  ignore_result(1);
  look_at_result();
  give_result_back();
  reload(3, 4);
  wait();
  wait_calling();
  wait_calling_through();
  call_before();
  flag = 1;
  look_locked();
  return wait_counting() & 0;
}
#ifdef __cplusplus
}
#endif
