// What the terminal behind a stream can show: its width, and whether it is a terminal at all.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "report/text/style.hpp"

namespace linnet {

// Uses colour only on a terminal, and not if NO_COLOR is set (no-color.org).
inline Style style_for(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  Style style;
  style.colour = isatty(fileno(stream)) != 0 && (no_color == nullptr || *no_color == '\0');
  winsize size{};
  constexpr unsigned short kNarrowest = 20;
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::max(size.ws_col, kNarrowest);
  return style;
}

}  // namespace linnet
