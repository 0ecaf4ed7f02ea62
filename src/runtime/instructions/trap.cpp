// The frame that trap_entry.S finds on the stack.
#include "runtime/instructions/trap.hpp"

#include <cpuid.h>

namespace linnet::runtime {

extern "C" void linnet_trap_entry();

bool can_trap() {
  static const bool can = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_OSXSAVE) != 0;
  }();
  return can;
}

void go_on_in(ucontext_t& context, void (*function)(TrappedRegisters&), std::uint64_t resume) {
  greg_t* registers = context.uc_mcontext.gregs;
  auto* top =
      reinterpret_cast<std::uint64_t*>(registers[REG_RSP] - static_cast<greg_t>(TrappedRegisters::kRedZone));
  *--top = resume;
  *--top = reinterpret_cast<std::uint64_t>(function);
  registers[REG_RSP] = reinterpret_cast<greg_t>(top);
  registers[REG_RIP] = reinterpret_cast<greg_t>(&linnet_trap_entry);
}

}  // namespace linnet::runtime
