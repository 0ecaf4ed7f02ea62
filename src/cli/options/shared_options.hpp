// Options that mean the same in every command that has them.
#pragma once

#include <functional>
#include <vector>

#include "cli/options/option_list.hpp"
#include "driver/checking/check_request.hpp"
#include "history/formats/format.hpp"

namespace linnet {

// Options for the promise.
void add_promise_options(OptionList& options, CheckRequest& request);
// The initial value of a built-in specification, and how far it is relaxed.
void add_start_and_relaxation(OptionList& options, CheckRequest& request);
// How a history file is read.
void add_reading_options(OptionList& options, ReadOptions& reading);

// --experiment: other ways to work, for comparisons. They give the same results at a different cost.
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
