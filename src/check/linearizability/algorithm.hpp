// The interface of every algorithm that decides linearizability.
//
// A new algorithm is a file that defines an `Algorithm`, its test against the oracle, and one line in
// linearizable.cpp.
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
  std::size_t* explored = nullptr;  // searches add the number of configurations they visited
};

struct Algorithm {
  std::string_view name;     // as in --algorithm
  std::string_view summary;  // one line for --help
  // Why it cannot decide this question; nullopt if it can. This takes one pass over the history, which is
  // cheap compared with deciding.
  std::optional<std::string> (*obstacle)(const Question&);
  // REQUIRES: no obstacle.
  Verdict (*decide)(const Question&);
};

// Searches, which decide any specification.
extern const Algorithm kWingGong, kJustInTime, kFrontier, kContents, kSearch;
// Monitors: each for one kind of object, near-linear if values are unique. kZones is a second, independent
// decision for registers.
extern const Algorithm kQueueMonitor, kStackMonitor, kPriorityQueueMonitor, kSetMonitor, kRegisterMonitor,
    kZones;
// For repeated values: what counting can decide, without a search; and a search for queues only.
extern const Algorithm kCounting, kQueuePairs;
// Precedence graphs of words. The naive one has all happens-before edges: the baseline of the paper.
extern const Algorithm kMwcasGraph, kMwcasGraphNaive;
// For words that are also written without being read.
extern const Algorithm kMwcasWrites;

// All algorithms, fastest first: the first without an obstacle is chosen.
std::span<const Algorithm* const> all_algorithms();
const Algorithm* find_algorithm(std::string_view name);

}  // namespace linnet
