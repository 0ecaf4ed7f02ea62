// Calls that the runtime does not model: named, with their place, instead of explored wrongly.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <string_view>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/memory/module.hpp"

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

LINNET_EXPORT int pthread_cancel(pthread_t thread) {
  if (scheduled()) fail_unsupported("pthread_cancel", LINNET_PC);
  return LINNET_REAL(pthread_cancel)(thread);
}

LINNET_EXPORT int pthread_kill(pthread_t thread, int signal) {
  if (scheduled()) fail_unsupported("pthread_kill", LINNET_PC);
  return LINNET_REAL(pthread_kill)(thread, signal);
}

// What static constructors have opened stays open: the next execution starts with it.
LINNET_EXPORT int dlclose(void* module) {
  return scheduled() ? 0 : LINNET_REAL(dlclose)(module);
}

// TBB takes memory from this library if it is there, and from malloc if not. Its mappings are its own and would
// outlive an execution.
constexpr std::string_view kOtherAllocator = "libtbbmalloc";

LINNET_EXPORT void* dlopen(const char* file, int mode) {
  if (file != nullptr && std::string_view(file).find(kOtherAllocator) != std::string_view::npos)
    return nullptr;
  if (scheduled() && file != nullptr && !is_ground_code(LINNET_PC)) fail_unsupported("dlopen", LINNET_PC);
  return LINNET_REAL(dlopen)(file, mode);
}

}  // namespace linnet::runtime
