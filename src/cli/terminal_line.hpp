// One line on a terminal that says how far something is, rewritten now and then; nothing elsewhere.
#pragma once

#include <functional>
#include <string>

namespace linnet {

class TerminalLine {
 public:
  TerminalLine(int descriptor, bool wanted);
  ~TerminalLine();
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  // `seconds` have passed since the work began.
  void show(double seconds, const std::function<std::string()>& text);

 private:
  void write_out(const std::string& text) const;

  int descriptor_;
  bool wanted_;
  bool shown_ = false;
  double last_ = 0.5;  // nothing is shown for work that is over before that
};

}  // namespace linnet
