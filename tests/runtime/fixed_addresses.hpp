// For test programs that drive themselves, without linnet.
#pragma once

#include <sys/personality.h>
#include <unistd.h>

#include <cstdlib>

namespace linnet::runtime {

// Starts the program again with addresses that are the same in every process, as linnet does.
inline void restart_with_fixed_addresses(char** arguments) {
  constexpr const char* kRestarted = "LINNET_RESTARTED";
  if (std::getenv(kRestarted) == nullptr) {
    const int now = personality(0xffffffff);
    if (now == -1 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1) return;
    setenv(kRestarted, "1", 1);
    setenv("LD_BIND_NOW", "1", 1);
    execv("/proc/self/exe", arguments);
  }
  unsetenv(kRestarted);
  unsetenv("LD_BIND_NOW");
}

}  // namespace linnet::runtime
