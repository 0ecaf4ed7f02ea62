// Runs the algorithm of the Round-Up paper (Algorithms 1 and 2), as it is described: `--experiment paper`.
//
// Every sequentialization ρ' of the history is made, and for each every quasi permutation ρ'', until one is
// allowed. A permutation is made state by state: an event is *enabled* from K states before its own on, its
// *lateness* grows by one with each state that does not select it, and at lateness K it must be selected. It
// exists for comparison, and counts what the paper's tables count.
//
// Example: K = 1, ρ' = deq→1 deq→2 deq→3. Enabled in the first state: deq→1 (lateness 0), deq→2 (-1). If
// deq→2 is selected, deq→1 has lateness 1 in the second state and must be selected there: 2 1 3. With 1 2 3
// and 1 3 2 these are all (Figure 7).
//
// With several groups of methods, the events of each group are permuted within its factor, in the places that
// they have together: if additions have factor 0, they stay where they are, and removals change places with
// removals. This is how the tool of the paper counted. It is less than Definition 4 allows, which lets the
// groups move against each other.
//
// The printed algorithm cannot be meant in these places:
//   Algorithm 1 sequentializes the first two overlapping calls; where three overlap, this loses orders. Here
//     any call that no other precedes comes next.
//   Algorithm 2, line 36: `done` accumulates the events that were selected in a state. Line 59 inherits the
//     events that the state before did not *select*. Line 60 increases the lateness.
// The paper has no pending calls: here any subset of them is sequentialized too.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "check/quasi/bounds.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/quasi_witness.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

struct PaperResult {
  Verdict verdict;
  QuasiWitness witness;                  // of a pass
  std::uint64_t sequentializations = 0;  // made before the answer was known
  std::uint64_t permutations = 0;
};

// What is known about the sequences of earlier histories, of the same object with the same factor: the third
// of the paper's optimisations (section VI-C of the TSE version). Two sequences are the same if they have the
// same calls with the same results in the same order, whichever operations these are.
class PaperMemory {
 public:
  using Labels = std::vector<std::uint32_t>;  // one for each operation of a history

  Labels labels_of(const History& history) {
    Labels labels;
    for (const Operation& op : history.operations) {
      const auto number = static_cast<std::uint32_t>(numbers_.size());
      labels.push_back(numbers_.try_emplace(history.describe(op), number).first->second);
    }
    return labels;
  }

  // Whether some quasi permutation of a sequentialization, or a permutation itself, is allowed; nothing if it
  // is new. Valid until the next call.
  std::optional<bool>& sequentialization(std::span<const OperationIndex> sequence, const Labels& labels) {
    return sequentializations_[labelled(sequence, labels)];
  }

  std::optional<bool>& permutation(std::span<const OperationIndex> sequence, const Labels& labels) {
    return permutations_[labelled(sequence, labels)];
  }

 private:
  static Labels labelled(std::span<const OperationIndex> sequence, const Labels& labels) {
    Labels result;
    for (const OperationIndex i : sequence) result.push_back(labels[i]);
    return result;
  }

  using Sequences = absl::flat_hash_map<Labels, std::optional<bool>>;

  absl::flat_hash_map<std::string, std::uint32_t> numbers_;
  Sequences sequentializations_, permutations_;
};

struct PaperOptions {
  PaperMemory* memory = nullptr;
  bool exhaustive =
      false;  // also after an allowed one was found, visit all sequentializations and permutations
};

// REQUIRES: the history has one object and is resolved, and each of its methods is in one group.
PaperResult check_quasi_as_in_paper(const History& history, const Spec& spec, const QuasiBounds& bounds,
                                    const Budget& budget, const PaperOptions& options = {});
// The same with one factor for one group of all methods.
inline PaperResult check_quasi_as_in_paper(const History& history, const Spec& spec, std::uint32_t factor,
                                           const Budget& budget, PaperMemory* memory = nullptr) {
  return check_quasi_as_in_paper(history, spec, QuasiBounds::uniform(spec, factor), budget, {memory});
}

// Visits all quasi permutations of a sequence, ρ' itself first, in the order of Algorithm 2; stops when
// `visit` returns false.
void for_each_quasi_permutation(std::span<const OperationIndex> sequence, std::uint32_t factor,
                                const std::function<bool(std::span<const OperationIndex>)>& visit);

}  // namespace linnet
