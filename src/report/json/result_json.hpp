// Results as the JSON object of the contract (docs/results.md), for programs. Pages and SARIF files are made
// from it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "verdict/result.hpp"

namespace linnet {

// One result: its object. Several: one object with the worst verdict, sums, the first violation and all of them under
// "results".
std::string to_json(std::span<const Result> results);
// The same for results that were saved. REQUIRES: each is a JSON result, of one or of several.
std::string join_json(const std::vector<std::string>& saved);

// A replayed execution, whether it failed or not.
std::string to_json(const Failure& failure);

}  // namespace linnet
