// What system calls write and read is accessed by the thread that makes them, whichever call it is: under a lock it is no race, and without one it is.
// run: linnet run {} -- -w -DLOCKS=1; linnet run --keep-going {} -- -w -DLOCKS=0 > races; echo "$(grep -c 'Data race' races) races"
// exit: 0
// says: (?s)^\S+ pass .*complete.*\n12 races
// never: not all seen
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

unsigned linnet_choose(unsigned alternatives);

static int ends[2], pair[2];
static unsigned which;
// A buffer for each call.
static union {
  char bytes[1024];
  struct stat status;
  struct utsname name;
  struct rusage usage;
  struct pollfd polled;
  int descriptors[2];
} buffers[12];
#define shared buffers[which]
static char other[64];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) {
  if (LOCKS) pthread_mutex_lock(&mutex);
}
static void unlock(void) {
  if (LOCKS) pthread_mutex_unlock(&mutex);
}

static void call(void) {
  struct iovec parts[2] = {{other, 2}, {&shared, 4}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  switch (which) {
    case 0: fstat(0, &shared.status); break;
    case 1: uname(&shared.name); break;
    case 2: getcwd(shared.bytes, sizeof shared); break;
    case 3: readv(ends[0], parts, 2); break;
    case 4: writev(ends[1], parts, 2); break;
    case 5: recvmsg(pair[0], &message, 0); break;
    case 6: sendmsg(pair[0], &message, 0); break;
    case 7: getrusage(RUSAGE_SELF, &shared.usage); break;
    case 8: shared.polled.events = POLLIN; poll(&shared.polled, 1, 0); break;
    case 9: access(shared.bytes, F_OK); break;
    case 10: pipe(shared.descriptors); break;
    case 11: readlink("/proc/self/exe", shared.bytes, 8); break;
  }
}

static void* use(void* unused) {
  lock();
  shared.bytes[0] = 0;
  unlock();
  return unused;
}

int main(void) {
  which = linnet_choose(12);
  if (pipe(ends) != 0 || write(ends[1], "0123456789", 10) != 10) return 1;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || write(pair[1], "0123456789", 10) != 10) return 2;
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  lock();
  call();
  unlock();
  pthread_join(thread, 0);
  return 0;
}
