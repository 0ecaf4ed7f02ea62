// The processor's time-stamp counter: when something was called, and when it returned.
//
// Two time stamps order what was done before the first and after the second. A store may still be on its way
// to the other processors when its operation's return is stamped. So an object whose operations end in a
// plain store can be seen to be late, which violates linearizability in real time.
#pragma once

#include <cstdint>

#include <x86intrin.h>

namespace linnet {

inline std::uint64_t stamp() {
  unsigned core = 0;
  const std::uint64_t time = __rdtscp(&core);
  _mm_lfence();
  return time;
}

}  // namespace linnet
