// The criterion `linearizable`: a total order of all completed operations and some of the pending ones
// extends precedence, and the specification allows it with the observed results.
//
// The check drops idle pending operations, splits the rest into parts (partition.hpp), decides each with the
// first algorithm of the table that can, on several threads, and combines the answers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/explanation.hpp"
#include "verdict/quasi_witness.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

struct CheckOptions {
  std::string algorithm = "auto";  // or the name of one in the table
  std::size_t jobs = 1;
  bool want_witness = false;
  bool want_evidence = false;
};

struct CheckResult {
  Verdict verdict;                              // indices are those of the whole history
  std::vector<std::string> algorithms;          // those that decided something, in the order of the table
  std::size_t partitions = 0;                   // the number of parts
  std::size_t explored = 0;                     // configurations, by the algorithms that search
  std::vector<OperationIndex> violating_part;   // for a violation: the operations of the part that has it
  std::vector<std::string> notes = {};          // remarks for the user about how it was decided
  std::optional<Explanation> explanation = {};  // for a violation, by criteria that have their own
  std::optional<QuasiEvidence> quasi = {};      // for criterion quasi
};

// A history that is marked as stuck must satisfy the criterion `stuck` as well. Throws InputError if the
// history has crashes, if there is no algorithm of that name, or if it cannot decide this history.
// REQUIRES: the history is resolved against the specification.
CheckResult check_linearizable(const History& history, const Spec& spec, const CheckOptions& options,
                               const Budget& budget);

// The criterion `stuck` (Line-Up, Definition 2): for each pending operation e, some order of the completed
// operations extends precedence, is allowed, and leaves a state in which e blocks.
//
//   lock() |--|                          stuck: after the first lock(), the second one blocks
//   lock()       |------- ...
//
//   enq(1) |--|                          not stuck: in every state that enq(1) can leave, take() returns 1
//   take()       |------- ...
//
// Throws InputError if nothing is pending, and where check_linearizable does. Ignores the algorithm's name:
// it needs all final states, and only searches know them.
CheckResult check_stuck(const History& history, const Spec& spec, const CheckOptions& options,
                        const Budget& budget);

// The criterion `safe` (Lamport's safe register, for any object): an operation of an observer that overlaps a
// change of its object may return anything, and all other operations are linearizable. A change is any method
// that is not an observer.
CheckResult check_safe(const History& history, const Spec& spec, const CheckOptions& options,
                       const Budget& budget);

// Throws an InputError that names the criteria for crashes, if the history has crashes.
void refuse_crashes(const History& history, const std::string& criterion);

// The operations to keep before a history is searched, in increasing order: all except the pending ones that
// the rules of pending.cpp drop. REQUIRES: the history is resolved; crashed operations count as pending.
std::vector<OperationIndex> without_idle_pending(const History& history, const Spec& spec);

}  // namespace linnet
