// operator new, as the program's own code calls it: notes the place that allocates, and leaves the rest to
// the operator new of the program or of the C++ library. That one calls our malloc, which would otherwise
// take it for the place.
//
// The linker's --wrap sends only the program's own calls here.
#include <dlfcn.h>

#include <cstddef>
#include <new>

#include "runtime/fibers/current.hpp"
#include "runtime/hooks/atomic_step.hpp"
#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

class Asking {
 public:
  explicit Asking(const void* place) { self().asks_for_block = place; }
  ~Asking() { self().asks_for_block = nullptr; }
};

// `found` is null until the first call. The program may have its own operator new, so ours does not skip it.
template <class... Rest>
void* ask(const void* place, void* (*&found)(std::size_t, Rest...), const char* name, std::size_t size,
          Rest... rest) {
  void* known = found != nullptr ? nullptr : dlsym(RTLD_DEFAULT, name);
  if (found == nullptr)
    found = reinterpret_cast<void* (*)(std::size_t, Rest...)>(known != nullptr ? known : find_real(name));
  const Asking asking(place);
  return found(size, rest...);
}

using Quiet = const std::nothrow_t*;  // a reference is passed like a pointer
template <class... Rest>
using New = void* (*)(std::size_t, Rest...);
constinit New<> one = nullptr, array = nullptr;
constinit New<std::size_t> aligned_one = nullptr, aligned_array = nullptr;
constinit New<Quiet> quiet_one = nullptr, quiet_array = nullptr;

}  // namespace

LINNET_EXPORT void* __wrap__Znwm(std::size_t size) {
  return ask(LINNET_PC, one, "_Znwm", size);
}
LINNET_EXPORT void* __wrap__Znam(std::size_t size) {
  return ask(LINNET_PC, array, "_Znam", size);
}
LINNET_EXPORT void* __wrap__ZnwmSt11align_val_t(std::size_t size, std::size_t alignment) {
  return ask(LINNET_PC, aligned_one, "_ZnwmSt11align_val_t", size, alignment);
}
LINNET_EXPORT void* __wrap__ZnamSt11align_val_t(std::size_t size, std::size_t alignment) {
  return ask(LINNET_PC, aligned_array, "_ZnamSt11align_val_t", size, alignment);
}
LINNET_EXPORT void* __wrap__ZnwmRKSt9nothrow_t(std::size_t size, Quiet quiet) {
  return ask(LINNET_PC, quiet_one, "_ZnwmRKSt9nothrow_t", size, quiet);
}
LINNET_EXPORT void* __wrap__ZnamRKSt9nothrow_t(std::size_t size, Quiet quiet) {
  return ask(LINNET_PC, quiet_array, "_ZnamRKSt9nothrow_t", size, quiet);
}

}  // namespace linnet::runtime
