// What the terminal behind a stream can show: its width, and whether it is one at all.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "report/text/style.hpp"

namespace linnet {

class Terminal {
 public:
  explicit Terminal(std::FILE* stream) : descriptor_(fileno(stream)) {}

  // Colour on a terminal only, and not where NO_COLOR asks for none (no-color.org).
  Style style() const {
    const char* no_color = std::getenv("NO_COLOR");
    Style style;
    style.colour = isatty(descriptor_) != 0 && (no_color == nullptr || *no_color == '\0');
    winsize size{};
    if (ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) style.width = size.ws_col;
    return style;
  }

 private:
  int descriptor_;
};

}  // namespace linnet
