// The processor's time-stamp counter: when something was called, and when it returned.
//
// Two time stamps order what was done before the first and after the second. A store may still be on its way to the
// others when its operation's return is stamped: an object whose operations end in a plain store can so be seen to be
// late, which is what linearizability in real time is about.
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
