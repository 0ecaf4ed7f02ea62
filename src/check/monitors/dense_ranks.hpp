// Makes ranks fit to be array indices.
//
// The monitors sort by writing to arrays indexed by rank, which is linear only if ranks are not much more
// than events. A whole history uses all of its ranks; a part cut from a long one uses few of them, far
// between, and such a part is renumbered first.
#pragma once

#include <optional>

#include "check/linearizability/algorithm.hpp"
#include "history/model/history.hpp"

namespace linnet {

// One more than the largest rank, kNever aside.
Rank rank_count(const History& history);

// The same history with consecutive ranks, if its ranks are too sparse to be array indices; nullopt if not.
// REQUIRES: ranks = rank_count(history).
std::optional<History> with_dense_ranks(const History& history, Rank ranks);

// What `decide` answers to the same question with dense ranks and their number.
template <class Decide>
Verdict decide_densely(const Question& question, const Decide& decide) {
  const Rank ranks = rank_count(question.history);
  const auto dense = with_dense_ranks(question.history, ranks);
  if (!dense) return decide(question, ranks);
  return decide(Question{*dense, question.spec, question.budget, question.want_witness,
                         question.want_evidence, question.explored},
                rank_count(*dense));
}

}  // namespace linnet
