// --experiment: ways to work that serve comparisons. Results are the same; what it costs to find them is not.
#pragma once

#include <functional>
#include <vector>

#include "cli/option_list.hpp"

namespace linnet {

struct Experiment {
  Described choice;
  std::function<void()> choose;
};

void add_experiments(OptionList& options, std::vector<Experiment> experiments);

}  // namespace linnet
