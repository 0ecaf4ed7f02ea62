// The virtual window of Round-Up's Figure 4: of the next `size` elements any may be removed, and only when all of them
// are gone the window moves on. Without it an element could be overtaken for ever.
#pragma once

#include <algorithm>

#include <linnet/choose.hpp>

class Window {
 public:
  explicit Window(unsigned size) : size_(size) {}

  // How many of the next elements are in the window, out of so many that there are.
  unsigned open(unsigned elements) {
    if (left_ == 0) left_ = std::min(size_, elements);
    return left_;
  }
  void removed_one() { --left_; }
  // Elements have come before those in the window.
  void restart() { left_ = 0; }

 private:
  unsigned size_;
  unsigned left_ = 0;
};
