/* Arguments and environment are memory of the program, which may write into them: every execution finds them as the first one did.
   explore: dpor:1000
   outcomes: completed
   complete: yes */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
enum { ROUNDS = 3, CHANGED = 1 };
static atomic_int x;
static char **words, **variables;
static void *body(void *changes) {
  for (int i = 0; i < ROUNDS; i++) {
    atomic_fetch_add(&x, 1);
    if (changes == NULL) continue;
    words[0][i] = CHANGED;
    variables[0][i] = CHANGED;
    if (i == 1) words[0] = variables[0] = variables[1];
  }
  return NULL;
}
int main(int argc, char **argv, char **environment) {
  assert(argc > 0 && argv[argc] == NULL);
  if (environment[0] == NULL || environment[1] == NULL) return 0;
  char *const name = argv[0], *const first = environment[0], *const second = environment[1];
  assert(name != second && first != second);
  for (int i = 0; i < ROUNDS; i++) assert(name[i] != CHANGED && first[i] != CHANGED && second[i] != CHANGED);
  words = argv;
  variables = environment;
  pthread_t a, b;
  pthread_create(&a, NULL, body, NULL);
  pthread_create(&b, NULL, body, &x);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(name[0] == CHANGED && first[1] == CHANGED && second[2] == CHANGED && argv[0] == second);
  return 0;
}
