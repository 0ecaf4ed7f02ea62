// The processor's time-stamp counter: when something was called, and when it returned.
//
// Two time stamps order what was done before the first and after the second. A store may still be on its way to the
// others when its operation's return is stamped: an object whose operations end in a plain store can so be seen to be
// late, which is what linearizability in real time is about.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace linnet {

inline std::uint64_t stamp() {
#if defined(__x86_64__)
  unsigned core = 0;
  const std::uint64_t time = __rdtscp(&core);
  _mm_lfence();
  return time;
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

// Says that this is a loop that waits.
inline void relax() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

}  // namespace linnet
