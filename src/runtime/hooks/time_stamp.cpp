// Telling the processor to trap, and turning the trap into a call.
#include "runtime/hooks/time_stamp.hpp"

#include <cpuid.h>
#include <sys/prctl.h>

#include <cstdint>

#include "runtime/fibers/current.hpp"
#include "runtime/hooks/virtual_clock.hpp"

extern "C" void linnet_time_stamp_entry();
extern "C" __attribute__((used)) std::uint64_t linnet_time_stamp(const void* pc) {
  return linnet::runtime::look_at_time_stamp(pc);
}

namespace linnet::runtime {
namespace {

constinit bool trapped = false;

// linnet_time_stamp_entry saves what the step may change with xsave.
bool has_xsave() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_OSXSAVE) != 0;
}

// Bytes of the instruction, or 0 if it is another.
unsigned length_of_time_stamp(const unsigned char* code) {
  if (code[0] != 0x0f) return 0;
  if (code[1] == 0x31) return 2;                      // rdtsc
  return code[1] == 0x01 && code[2] == 0xf9 ? 3 : 0;  // rdtscp
}

}  // namespace

void trap_time_stamps() {
  static const bool possible = has_xsave();
  if (!trapped && possible) trapped = prctl(PR_SET_TSC, PR_TSC_SIGSEGV) == 0;
}

void allow_time_stamps() {
  if (trapped) prctl(PR_SET_TSC, PR_TSC_ENABLE);
  trapped = false;
}

bool stand_in_for_time_stamp(ucontext_t& context) {
  constexpr std::uint64_t kRedZone = 128;
  if (!trapped) return false;
  greg_t* registers = context.uc_mcontext.gregs;
  const unsigned length = length_of_time_stamp(reinterpret_cast<const unsigned char*>(registers[REG_RIP]));
  if (length == 0) return false;
  if (!scheduled()) {  // ours, or libc's for us
    allow_time_stamps();
    return true;
  }
  if (length == 3) registers[REG_RCX] = 0;  // rdtscp says which processor, too
  registers[REG_RSP] -= static_cast<greg_t>(kRedZone + sizeof(std::uint64_t));
  *reinterpret_cast<greg_t*>(registers[REG_RSP]) = registers[REG_RIP] + length;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&linnet_time_stamp_entry);
  return true;
}

}  // namespace linnet::runtime
