// Decides weak consistency: whether a history satisfies a model over linearization and visibility
// (model.hpp).
//
// The definition is in verifier.hpp, the search in search.cpp. This file uses them: it refuses bad input,
// splits the history if model and specification allow it (see `splits`), uses the algorithms of
// linearizability where they can decide, and explains violations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/budget.hpp"
#include "check/linearizability/algorithm.hpp"
#include "check/weak/model.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/weak_verdict.hpp"

namespace linnet {

enum class WeakAlgorithm : std::uint8_t {
  minimal,  // minimal visibilities
  naive,    // all visibilities, largest first, without memory: the baseline of the paper's experiments
};

// Which minimal operation is linearized next.
enum class LinearizationOrder : std::uint8_t {
  wing_gong,     // the one called first
  just_in_time,  // the one that returned first; others only if that one needs them
};

struct WeakOptions {
  WeakAlgorithm algorithm = WeakAlgorithm::minimal;
  LinearizationOrder order = LinearizationOrder::just_in_time;
  std::size_t jobs = 1;        // threads that decide parts of a history that was split
  bool want_witness = false;   // fill WeakPass::witness
  bool want_evidence = false;  // say why, at the price of a few more searches
  // Decides linearizability of a history, perhaps of several objects. If given, it is used instead of the
  // search if the model means just that; a violation then has its sentence and no other evidence. For other
  // models it is tried first, for a moment: a linearizable history satisfies them all.
  std::function<Verdict(const Question&)> linearizability = {};
};

// REQUIRES: the history is resolved against the specification. Throws InputError for a history with crashes,
// for threads whose operations overlap, and for a model that names methods the specification does not have.
WeakResult check_weak(const History& history, const Spec& spec, const WeakModel& model,
                      const WeakOptions& options, const Budget& budget);

// Throws InputError for a model that names methods the specification does not have, or is about another
// object.
void refuse_foreign_model(const WeakModel& model, const Spec& spec);
bool means_linearizability(const WeakModel& model, const Spec& spec);

// Whether a history satisfies the model iff the history of each object, and of each key where the
// specification is a product over keys, does: for interval orders and operations that never block.
bool splits(const WeakModel& model);

// One search, for a history that is not split any further.
struct WeakSearchOptions {
  WeakAlgorithm algorithm = WeakAlgorithm::minimal;
  LinearizationOrder order = LinearizationOrder::just_in_time;
  std::optional<OperationIndex> exempt;  // may see anything
};

struct WeakSearchResult {
  enum class Outcome : std::uint8_t { found, none, spent } outcome = Outcome::none;
  AbstractExecution execution;  // if found
  std::uint64_t configurations = 0;
};

// REQUIRES: the history is resolved; happens-before contains the order of each thread.
WeakSearchResult search_execution(const History& history, const Spec& spec, const WeakModel& model,
                                  const WeakSearchOptions& options, const Budget& budget);

// Why a history violates the model: the operation that cannot have returned its result, and what it would
// have had to see (explanation.cpp). If the budget does not suffice, it says less. REQUIRES: the history
// violates the model.
WeakViolation explain_weak_violation(const History& history, const Spec& spec, const WeakModel& model,
                                     const WeakSearchOptions& options, const Budget& budget);

// Requirements that hold in every answer.
struct InferenceGiven {
  WeakModel model;  // for all operations
  Strengths fixed;  // for these methods, which are not inferred
};

// The methods that the histories call, and that are not fixed. REQUIRES: all histories are resolved against the
// specification. Throws InputError as check_weak does.
InferredStrengths infer_strengths(std::span<const History> histories, const Spec& spec,
                                  const InferenceGiven& given, const WeakOptions& options,
                                  const Budget& budget);

}  // namespace linnet
