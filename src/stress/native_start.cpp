// Takes the place of main, and gives a program without one something to link.
#include "stress/native_start.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include "runtime/hooks/export.hpp"

namespace {

int main_in_its_place(int, char**, char**) {
  linnet::drive_natively();
  _exit(0);  // threads may be lost in operations that never return
}

}  // namespace

LINNET_EXPORT int __libc_start_main(int (*)(int, char**, char**), int count, char** arguments, void (*init)(),
                                    void (*fini)(), void (*loader_fini)(), void* stack_end) {
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  linnet::begin_natively(arguments);
  const auto real_start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return real_start(main_in_its_place, count, arguments, init, fini, loader_fini, stack_end);
}

__attribute__((visibility("default"))) int main() {
  return main_in_its_place(0, nullptr, nullptr);
}
