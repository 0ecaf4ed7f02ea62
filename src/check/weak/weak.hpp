// Decides weak consistency: whether a history satisfies a model over linearization and visibility (model.hpp).
//
// The definition is in verifier.hpp, the search in search.hpp; here they are put to work: bad input
// is refused, the history is split where model and specification allow it (see `splits`), the algorithms of
// linearizability are asked where they can decide, and violations are explained.
#pragma once

#include <cstddef>
#include <functional>

#include "base/budget.hpp"
#include "check/linearizability/algorithm.hpp"
#include "check/weak/model.hpp"
#include "check/weak/search.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/weak_verdict.hpp"

namespace linnet {

struct WeakOptions {
  WeakAlgorithm algorithm = WeakAlgorithm::minimal;
  LinearizationOrder order = LinearizationOrder::just_in_time;
  std::size_t jobs = 1;        // threads that decide parts of a history that was split
  bool want_witness = false;   // fill WeakPass::witness
  bool want_evidence = false;  // say why, at the price of a few more searches
  // Decides linearizability of a history, of several objects perhaps. If given, it is asked instead of the
  // search where the model means just that; a violation then has its sentence and no other evidence. For other models
  // it is asked first, for a moment: a linearizable history satisfies them all.
  std::function<Verdict(const Question&)> linearizability = {};
};

// REQUIRES: the history is resolved against the specification. Throws InputError for a history with crashes,
// for threads whose operations overlap, and for a model that names methods the specification does not have.
WeakResult check_weak(const History& history, const Spec& spec, const WeakModel& model,
                      const WeakOptions& options, const Budget& budget);

bool means_linearizability(const WeakModel& model, const Spec& spec);

// Whether a history satisfies the model iff the history of each object, and of each key where the
// specification is a product over keys, does: for interval orders and operations that never block.
bool splits(const WeakModel& model);

}  // namespace linnet
