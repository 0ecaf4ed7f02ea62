// Ctrl-C: the first one ends the run with the results so far, the second ends it at once.
#pragma once

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace linnet {

namespace detail {
inline volatile std::sig_atomic_t interrupts = 0;
inline volatile std::sig_atomic_t grace = 0;  // seconds
}  // namespace detail

// From now on an interrupt is noticed. If the process has not ended `grace` seconds after one, it is ended
// with status 3; with 0 it may take the time that it needs.
inline void notice_interrupts(int grace) {
  detail::grace = grace;
  std::signal(SIGALRM, [](int) {
    constexpr std::string_view kText = "linnet: interrupted before anything was known\n";
    static_cast<void>(!write(STDERR_FILENO, kText.data(), kText.size()));
    _exit(3);
  });
  std::signal(SIGINT, [](int) {
    detail::interrupts = 1;
    std::signal(SIGINT, SIG_DFL);
    if (detail::grace != 0) alarm(static_cast<unsigned>(detail::grace));
  });
}

inline bool interrupted() {
  return detail::interrupts != 0;
}

}  // namespace linnet
