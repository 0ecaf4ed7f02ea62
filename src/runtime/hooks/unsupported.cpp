// Calls that the runtime does not model: they are reported with their place, instead of being explored
// wrongly.
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"

namespace linnet::runtime {

LINNET_EXPORT pid_t fork() {
  if (scheduled()) fail_unsupported("fork", LINNET_PC);
  return LINNET_REAL(fork)();
}

LINNET_EXPORT pid_t vfork() {
  if (scheduled()) fail_unsupported("vfork", LINNET_PC);
  return LINNET_REAL(fork)();
}

LINNET_EXPORT int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                              const posix_spawnattr_t* attributes, char* const* arguments,
                              char* const* environment) {
  if (scheduled()) fail_unsupported("posix_spawn", LINNET_PC);
  return LINNET_REAL(posix_spawn)(pid, path, actions, attributes, arguments, environment);
}

// A thread's end is part of its last step; other threads must not see it earlier.
LINNET_EXPORT int pthread_tryjoin_np(pthread_t thread, void** result) {
  if (scheduled()) fail_unsupported("pthread_tryjoin_np", LINNET_PC);
  return LINNET_REAL(pthread_tryjoin_np)(thread, result);
}

LINNET_EXPORT int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* deadline) {
  if (scheduled()) fail_unsupported("pthread_timedjoin_np", LINNET_PC);
  return LINNET_REAL(pthread_timedjoin_np)(thread, result, deadline);
}

LINNET_EXPORT int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock,
                                       const timespec* deadline) {
  if (scheduled()) fail_unsupported("pthread_clockjoin_np", LINNET_PC);
  return LINNET_REAL(pthread_clockjoin_np)(thread, result, clock, deadline);
}

LINNET_EXPORT int pthread_cancel(pthread_t thread) {
  if (scheduled()) fail_unsupported("pthread_cancel", LINNET_PC);
  return LINNET_REAL(pthread_cancel)(thread);
}

LINNET_EXPORT int pthread_kill(pthread_t thread, int signal) {
  if (scheduled()) fail_unsupported("pthread_kill", LINNET_PC);
  return LINNET_REAL(pthread_kill)(thread, signal);
}

}  // namespace linnet::runtime
