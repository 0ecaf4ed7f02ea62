// Ctrl-C: the first one ends with what is known, the second at once.
#pragma once

#include <csignal>

namespace linnet {

namespace detail {
inline volatile std::sig_atomic_t interrupts = 0;
}

inline void notice_interrupts() {
  std::signal(SIGINT, [](int) {
    detail::interrupts = 1;
    std::signal(SIGINT, SIG_DFL);
  });
}

inline bool interrupted() {
  return detail::interrupts != 0;
}

}  // namespace linnet
