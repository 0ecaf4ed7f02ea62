// Looks up libc's functions, past our own, and maps memory without libc.
#include "runtime/hooks/real.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace linnet::runtime {

void* find_real(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) raw_syscall(SYS_exit_group, 127);
  return found;
}

void map_at(std::uint64_t address, std::uint64_t size) {
  const long got =
      raw_syscall(SYS_mmap, static_cast<long>(address), static_cast<long>(size), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != static_cast<long>(address)) raw_syscall(SYS_exit_group, 127);
}

}  // namespace linnet::runtime
