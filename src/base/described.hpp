// One of the words that can be said in some place, and what it means: for help and completions.
#pragma once

#include <string>

namespace linnet {

struct Described {
  std::string name, meaning;
};

}  // namespace linnet
