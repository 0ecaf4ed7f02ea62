// TerminalLine.
#include "cli/terminal_line.hpp"

#include <unistd.h>

namespace linnet {

TerminalLine::TerminalLine(int descriptor, bool wanted)
    : descriptor_(descriptor), wanted_(wanted && isatty(descriptor) != 0) {}

TerminalLine::~TerminalLine() {
  if (shown_) write_out("\r\x1b[K");
}

void TerminalLine::show(double seconds, const std::function<std::string()>& text) {
  constexpr double kInterval = 0.2;
  if (!wanted_ || seconds < last_ + kInterval) return;
  last_ = seconds;
  shown_ = true;
  write_out("\r\x1b[K" + text());
}

void TerminalLine::write_out(const std::string& text) const {
  static_cast<void>(!write(descriptor_, text.data(), text.size()));
}

}  // namespace linnet
