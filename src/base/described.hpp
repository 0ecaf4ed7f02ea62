// One of the words that are possible in some place, and its meaning: for help and completions.
#pragma once

#include <string>

namespace linnet {

struct Described {
  std::string name, meaning;
};

}  // namespace linnet
