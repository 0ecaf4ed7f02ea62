// Takes the place of main, and gives a program without one something to link.
#include "stress/native_start.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>

#include "runtime/hooks/export.hpp"

namespace {

int main_in_its_place(int count, char** arguments, char**) {
  const int status = linnet::drive_natively(count, arguments);
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace

LINNET_EXPORT int __libc_start_main(int (*)(int, char**, char**), int count, char** arguments, void (*init)(),
                                    void (*fini)(), void (*loader_fini)(), void* stack_end) {
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  const auto real_start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return real_start(main_in_its_place, count, arguments, init, fini, loader_fini, stack_end);
}

__attribute__((visibility("default"))) int main(int count, char** arguments) {
  return main_in_its_place(count, arguments, nullptr);
}
