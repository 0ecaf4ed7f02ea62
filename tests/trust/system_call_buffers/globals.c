// System calls write into globals, as they do without Linnet.
// exit: 0
// says: complete
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
static int ends[2];
static char spare1[8192];
static char received[16];
static char spare2[8192];
static struct stat status;
static char spare3[8192];
static struct utsname name;
static char spare4[8192];
static char folder[4096];
static char spare5[8192];
static int pair[2];
static char spare6[8192];
static char block[100000];
int main(void) {
  assert(pipe(ends) == 0);
  assert(write(ends[1], "hello", 6) == 6);
  assert(read(ends[0], received, sizeof received) == 6);
  assert(strcmp(received, "hello") == 0);
  assert(fstat(ends[0], &status) == 0);
  assert(uname(&name) == 0);
  assert(getcwd(folder, sizeof folder) == folder);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  FILE* self = fopen("/proc/self/exe", "r");
  assert(self != 0 && fread(block, 1, sizeof block, self) > 4096);
  fclose(self);
  return spare1[0] + spare2[0] + spare3[0] + spare4[0] + spare5[0] + spare6[0];
}
