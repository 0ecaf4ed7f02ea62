// Open choices: linnet::choose, a step that accesses nothing and has several outcomes; and random numbers,
// the same in every execution: each thread has its own sequence, so that drawing commutes.
#include <sys/random.h>
#include <unistd.h>

#include "base/hash.hpp"
#include "linnet/choose.hpp"
#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/twins.hpp"

namespace linnet::runtime {
namespace {

std::uint64_t draw() {
  Thread& thread = *current.thread;
  looks_at_itself();
  ++thread.progress;
  return mix(thread.number + 1, ++thread.drawn);
}

void fill(void* buffer, std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(draw());
}

}  // namespace

LINNET_EXPORT unsigned linnet_choose(unsigned alternatives) {
  if (!scheduled() || alternatives < 2) return 0;
  next_step(LINNET_PC);
  take_turn();
  ++self().progress;
  return current.execution->choose(alternatives);
}

LINNET_EXPORT int rand() noexcept {
  return static_cast<int>(draw() & RAND_MAX);
}

LINNET_EXPORT long random() noexcept {
  return static_cast<long>(draw() & RAND_MAX);
}

LINNET_EXPORT void srand(unsigned) noexcept {}

LINNET_EXPORT void srandom(unsigned) noexcept {}

// std::random_device: libstdc++ executes rdrand itself, in the function that this one wraps.
LINNET_EXPORT unsigned __wrap__ZNSt13random_device9_M_getvalEv(void*) {
  return static_cast<unsigned>(draw());
}

LINNET_EXPORT ssize_t getrandom(void* buffer, std::size_t size, unsigned flags) {
  if (!scheduled()) return LINNET_REAL(getrandom)(buffer, size, flags);
  fill(buffer, size);
  return static_cast<ssize_t>(size);
}

LINNET_EXPORT int getentropy(void* buffer, std::size_t size) {
  if (!scheduled()) return LINNET_REAL(getentropy)(buffer, size);
  fill(buffer, size);
  return 0;
}

}  // namespace linnet::runtime
