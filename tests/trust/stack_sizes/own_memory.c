// Nearly wrong: one thread runs on memory of the program, and each finds the bounds of its stack.
// exit: 0
// says: complete
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static _Alignas(64) char memory[1 << 20];

static void check_bounds(void* local) {
  pthread_attr_t attributes;
  void* low;
  size_t size;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  pthread_attr_getstack(&attributes, &low, &size);
  assert((char*)local >= (char*)low && (char*)local < (char*)low + size);
  pthread_attr_destroy(&attributes);
}

static void* run(void* on_own_memory) {
  volatile char local = 1;
  check_bounds((void*)&local);
  if (on_own_memory) assert((char*)&local >= memory && (char*)&local < memory + sizeof memory);
  return 0;
}

int main(void) {
  char local;
  check_bounds(&local);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, memory, sizeof memory);
  pthread_t threads[2];
  pthread_create(&threads[0], &attributes, run, memory);
  pthread_create(&threads[1], 0, run, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
