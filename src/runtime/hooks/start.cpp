// Takes the place of main: the C library is told to call ours, and keeps everything else as it was.
#include <dlfcn.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/hooks/export.hpp"
#include "runtime/program.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/run_program.hpp"

namespace linnet::runtime {
namespace {

constexpr const char* kRestarted = "LINNET_RESTARTED";

// Addresses have to be the same in every process, or a schedule found in one would not replay in another;
// and binding symbols late would write to data that we restore. Both need a fresh start. Where it is refused
// we go on without: the same process is still the same in every execution.
void restart_with_fixed_addresses(char** arguments) {
  if (std::getenv(kRestarted) != nullptr) return;
  const int now = personality(0xffffffff);
  if (now == -1 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1) return;
  setenv(kRestarted, "1", 1);
  setenv("LD_BIND_NOW", "1", 1);
  execv("/proc/self/exe", arguments);
}

Program::Main main_of_program = nullptr;

int main_in_its_place(int count, char** arguments, char** environment) {
  unsetenv(kRestarted);
  unsetenv("LD_BIND_NOW");
  program().set_main(main_of_program, count, arguments, environment);
  const int status = drive(program().arguments());
  std::fflush(nullptr);
  // Not exit(): destructors of the program belong to its executions, and its data are in our hands.
  raw_syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

}  // namespace

// It is linked with the library's own main if it has none.
bool program_has_main() {
  Dl_info its = {}, ours = {};
  const bool known = dladdr(reinterpret_cast<const void*>(main_of_program), &its) != 0 &&
                     dladdr(reinterpret_cast<const void*>(&main_in_its_place), &ours) != 0;
  return !known || its.dli_fbase != ours.dli_fbase;
}

LINNET_EXPORT int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments,
                                    void (*init)(), void (*fini)(), void (*loader_fini)(), void* stack_end) {
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  restart_with_fixed_addresses(arguments);
  main_of_program = main;
  const auto real_start = reinterpret_cast<Start>(find_real("__libc_start_main"));
  return real_start(main_in_its_place, count, arguments, init, fini, loader_fini, stack_end);
}

}  // namespace linnet::runtime
