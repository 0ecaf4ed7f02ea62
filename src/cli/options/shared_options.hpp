// Options that mean the same in every command that has them.
#pragma once

#include <functional>
#include <vector>

#include "cli/options/option_list.hpp"
#include "driver/checking/check_request.hpp"
#include "history/formats/format.hpp"

namespace linnet {

// What is promised.
void add_promise_options(OptionList& options, CheckRequest& request);
// Where a built-in specification starts, and how far it is relaxed.
void add_start_and_relaxation(OptionList& options, CheckRequest& request);
// How a history file is to be read.
void add_reading_options(OptionList& options, ReadOptions& reading);

// --experiment: ways to work that serve comparisons. Results are the same; what it costs to find them is not.
struct Experiment {
  Described choice;
  std::function<void()> choose;
};
// Those that set CheckRequest::algorithm to their names.
inline const Described kPaperExperiments[] = {
    {"paper",
     "with the promise quasi, the algorithm of the Round-Up paper: each group permuted in its places"},
    {"paper-all", "the same, with all permutations also where the first one is legal"}};
void add_experiments(OptionList& options, std::vector<Experiment> experiments);

}  // namespace linnet
