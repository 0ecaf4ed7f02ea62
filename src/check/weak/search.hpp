// Searches for an abstract execution: a linearization grown at its end by operations that are minimal in
// happens-before, and for each a visibility.
//
// Minimal visibilities suffice (section 3 of the paper, and rules.hpp): if some choice for an operation
// can be completed, so can every smaller one that the axioms allow and that explains its result. There may be
// several minimal ones; all are tried. With `reads` an observer,
//   po: write(1) → read() → 2, other thread: write(2)     needs read to see write(2), linearized
//                                                         after write(1)
// and under causal consistency the search goes on with {write(1), write(2)}, never with a third operation
// that happens to be there.
//
// The search does better than the paper: partial executions that were found to be hopeless are remembered up to what the rest
// of the search can notice of them (see Memory in the .cpp); where a model lets the choices for one operation
// concern no other, one visibility is enough, and operations that change nothing are linearized at the first
// moment at which their result is explained.
#pragma once

#include <cstdint>
#include <optional>

#include "base/budget.hpp"
#include "check/weak/model.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/weak_verdict.hpp"

namespace linnet {

enum class WeakAlgorithm : std::uint8_t {
  minimal,  // minimal visibilities
  naive,    // all visibilities, largest first, nothing remembered: the baseline of the paper's experiments
};

// Which minimal operation is linearized next.
enum class LinearizationOrder : std::uint8_t {
  wing_gong,     // the one called first
  just_in_time,  // the one that returned first; others only because that one, later, needs them
};

struct WeakSearchOptions {
  WeakAlgorithm algorithm = WeakAlgorithm::minimal;
  LinearizationOrder order = LinearizationOrder::just_in_time;
  std::optional<OperationIndex> exempt;  // may see whatever it likes
};

struct WeakSearchResult {
  enum class Outcome : std::uint8_t { found, none, spent } outcome = Outcome::none;
  AbstractExecution execution;  // if found
  std::uint64_t configurations = 0;
};

// REQUIRES: the history is resolved; happens-before contains the order of each thread.
WeakSearchResult search_execution(const History& history, const Spec& spec, const WeakModel& model,
                                  const WeakSearchOptions& options, const Budget& budget);

// Why a history violates the model: the operation that cannot have returned what it did, and what it would have had to see
// (explanation.cpp). Where the budget does not suffice, it says less. REQUIRES: the history violates the model.
WeakViolation explain_weak_violation(const History& history, const Spec& spec, const WeakModel& model,
                                     const WeakSearchOptions& options, const Budget& budget);

}  // namespace linnet
