// Makes ranks fit to be array indices.
//
// The monitors sort by writing to arrays indexed by rank, which is linear only if ranks are not much more
// than events. A whole history uses all of its ranks; a part cut from a long one uses few of them, far
// between, and such a part is renumbered first.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "check/linearizability/algorithm.hpp"

namespace linnet {

// One more than the largest rank, kNever aside.
inline Rank rank_count(const History& history) {
  Rank last = 0;
  for (const Operation& op : history.operations) {
    last = std::max(last, op.call);
    if (op.ret != kNever) last = std::max(last, op.ret);
  }
  return last + 1;
}

// The same history with consecutive ranks, if its ranks are too sparse to be array indices; nullopt if not.
// REQUIRES: ranks = rank_count(history).
inline std::optional<History> with_dense_ranks(const History& history, Rank ranks) {
  if (ranks <= 4 * history.size() + 64) return std::nullopt;
  std::vector<Rank> events;
  events.reserve(2 * history.size());
  for (const Operation& op : history.operations) {
    events.push_back(op.call);
    if (op.ret != kNever) events.push_back(op.ret);
  }
  std::ranges::sort(events);
  const auto renumbered = [&events](Rank rank) {
    return static_cast<Rank>(std::ranges::lower_bound(events, rank) - events.begin());
  };
  History dense;
  dense.operations = history.operations;
  dense.words = history.words;
  for (Operation& op : dense.operations) {
    op.call = renumbered(op.call);
    if (op.ret != kNever) op.ret = renumbered(op.ret);
  }
  return dense;
}

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

// An operation with the gap that its linearization point lies in (see value_lives.hpp).
struct Placed {
  OperationIndex operation;
  Rank gap;
};

// Orders the operations by gap; within a gap, they stay as given. REQUIRES: gaps are below `ranks`.
inline Witness by_gap(std::span<const Placed> placed, Rank ranks) {
  return {Groups(ranks, placed, &Placed::gap, &Placed::operation).items()};
}

}  // namespace linnet
