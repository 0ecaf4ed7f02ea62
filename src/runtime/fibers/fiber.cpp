// The first frame of a fiber, and the register that TLS hangs on.
#include "runtime/fibers/fiber.hpp"

#include <cstring>

#include <asm/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

// What linnet_fiber_switch pops, lowest address first.
struct InitialFrame {
  std::uint32_t mxcsr;
  std::uint32_t x87_control;
  std::uint64_t registers[6];
  void (*entry)();
  std::uint64_t return_address;  // 0 ends every backtrace and every search for a handler
};

}  // namespace

extern "C" {
std::uint8_t linnet_has_wrfsbase = [] {
  constexpr unsigned long kKernelAllowsFsgsbase = 2;  // HWCAP2_FSGSBASE
  return static_cast<std::uint8_t>((getauxval(AT_HWCAP2) & kKernelAllowsFsgsbase) != 0);
}();
}

std::uint64_t current_fs_base() {
  std::uint64_t base = 0;
  raw_syscall(SYS_arch_prctl, ARCH_GET_FS, reinterpret_cast<long>(&base));
  return base;
}

void prepare(Fiber& fiber, std::uint64_t stack_high, void (*entry)()) {
  // What earlier executions left there would be in variables that are not set yet, and spin loops are told by their
  // stack: the same choices would lead elsewhere.
  const std::uint64_t high = stack_high & ~std::uint64_t{15};
  const std::uint64_t low = begin_of_cleared(stack_high);
  std::memset(reinterpret_cast<void*>(low), 0, high - low);
  // On entry to a function the stack pointer is 8 below a multiple of 16.
  const std::uint64_t top = high - sizeof(InitialFrame);
  static_assert(sizeof(InitialFrame) % 16 == 8);
  auto* frame = reinterpret_cast<InitialFrame*>(top);
  *frame = {.mxcsr = 0x1f80, .x87_control = 0x37f, .registers = {}, .entry = entry, .return_address = 0};
  fiber.stack_pointer = frame;
}

}  // namespace linnet::runtime
