// Replaces main: libc calls our main instead, and everything else stays as it was.
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/hooks/real.hpp"
#include "runtime/program.hpp"
#include "runtime/run_program.hpp"

namespace linnet::runtime {
namespace {

Program::Main main_of_program = nullptr;

int main_in_its_place(int count, char** arguments, char** environment) {
  program().set_main(main_of_program, count, arguments, environment);
  const int status = drive(program().arguments());
  std::fflush(nullptr);
  // Not exit(): destructors of the program belong to its executions, and its data are under our control.
  raw_syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

}  // namespace

// A program without a main is linked with the library's own.
bool program_has_main() {
  Dl_info its = {}, ours = {};
  const bool known = dladdr(reinterpret_cast<const void*>(main_of_program), &its) != 0 &&
                     dladdr(reinterpret_cast<const void*>(&main_in_its_place), &ours) != 0;
  return !known || its.dli_fbase != ours.dli_fbase;
}

LINNET_EXPORT int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments,
                                    void (*init)(), void (*fini)(), void (*loader_fini)(), void* stack_end) {
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  begin(arguments);
  main_of_program = main;
  const auto real_start = reinterpret_cast<Start>(find_real("__libc_start_main"));
  return real_start(main_in_its_place, count, arguments, init, fini, loader_fini, stack_end);
}

}  // namespace linnet::runtime
