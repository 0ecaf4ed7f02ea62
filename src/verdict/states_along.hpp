// What a specification's state is along an order of operations, in words.
#pragma once

#include <string>
#include <vector>

namespace linnet {

struct StatesAlong {
  std::string initial;
  std::vector<std::string> after;  // by position in the order: of that operation's object
};

}  // namespace linnet
