// Declares what every algorithm that decides linearizability looks like from outside.
//
// A new one is a file that defines an `Algorithm`, its test against the oracle, and one line in
// algorithms.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// One history of one object, resolved against its specification, and what the caller wants to know about it.
struct Question {
  const History& history;
  const Spec& spec;
  const Budget& budget;
  bool want_witness = false;        // fill Pass::witness
  bool want_evidence = false;       // fill Violation as far as the algorithm can, even if that takes longer
  std::size_t* explored = nullptr;  // searches add the number of configurations they looked at
};

struct Algorithm {
  std::string_view name;     // as in --algorithm
  std::string_view summary;  // one line for --help
  // Why it cannot decide this question; nullopt if it can. The question is cheap next to deciding: it takes one pass over the history.
  std::optional<std::string> (*obstacle)(const Question&);
  // REQUIRES: no obstacle.
  Verdict (*decide)(const Question&);
};

// All of them, fastest first: the first without an obstacle is the one chosen.
std::span<const Algorithm* const> all_algorithms();
const Algorithm* find_algorithm(std::string_view name);

}  // namespace linnet
