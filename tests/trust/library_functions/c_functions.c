// What functions of libc read and write for the thread that calls them: ordered by a lock, none is a race with a thread that writes there.
// Without the lock each is one.
// run: linnet run {} -- -w -DLOCKS=1; linnet run --keep-going {} -- -w -DLOCKS=0 > races; echo "$(grep -c 'Data race' races) races"
// exit: 0
// says: (?s)^\S+ pass .*complete.*\n27 races
// never: not all seen
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

unsigned linnet_choose(unsigned alternatives);

// A buffer for each function.
static char buffers[27][64];
static unsigned function;
static char other[64];
static void* file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) {
  if (LOCKS) pthread_mutex_lock(&mutex);
}
static void unlock(void) {
  if (LOCKS) pthread_mutex_unlock(&mutex);
}

static int compare(const void* a, const void* b) { return 0; }
static void call(void) {
  char* shared = buffers[function];
  char *end = other, *line = shared;
  size_t size = sizeof other;
  time_t now = 5;
  volatile long result;  // or the compiler would leave calls out
  switch (function) {
    case 0: sprintf(shared, "%d", 3); break;
    case 1: snprintf(shared, sizeof other, "%d", 3); break;
    case 2: sprintf(other, "%d %s", 3, shared); break;
    case 3: fread(shared, 1, 4, file); break;
    case 4: fwrite(shared, 1, 4, file); break;
    case 5: fgets(shared, 4, file); break;
    case 6: fputs(shared, file); break;
    case 7: getline(&line, &size, file); break;
    case 8: result = (long)strtol(shared, &end, 10); break;
    case 9: strtod(shared, &end); break;
    case 10: result = (long)atoi(shared); break;
    case 11: sscanf(shared, "%s", other); break;
    case 12: sscanf("7", "%d", (int*)shared); break;
    case 13: qsort(shared, 4, 2, compare); break;
    case 14: result = (long)strchr(shared, '1'); break;
    case 15: result = (long)strstr(shared, "12"); break;
    case 16: result = (long)strcasecmp(shared, "12 x"); break;
    case 17: result = (long)memchr(shared, 'x', 8); break;
    case 18: strncat(shared, "x", 1); break;
    case 19: free(strdup(shared)); break;
    case 20: strtok_r(shared, " ", &end); break;
    case 21: localtime_r(&now, (struct tm*)shared); break;
    case 22: result = (long)strnlen(shared, 8); break;
    case 23: stpcpy(shared, "abc"); break;
    case 24: fprintf(file, "%-5.3s", shared); break;
    case 25: bzero(shared, 4); break;
    case 26: fscanf(file, "%c", shared); break;
  }
}

static void* use(void* unused) {
  lock();
  buffers[function][0] = '3';
  unlock();
  return unused;
}

int main(void) {
  char stored[32] = "line\nline\n";
  function = linnet_choose(27);
  strcpy(buffers[function], "12 text");
  file = fmemopen(stored, 10, "r+");
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  lock();
  call();
  unlock();
  pthread_join(thread, 0);
  return 0;
}
