// Replays both orders of a quasi-linearization: the small program on which all trust rests.
//
// It shares no code with the search. Reports show the displacements that it measures.
#include "check/quasi/quasi.hpp"

#include <algorithm>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

namespace linnet {

namespace {

using Complaint = std::optional<std::string>;
using Order = std::vector<OperationIndex>;

std::string name(const History& history, OperationIndex i) {
  return fmt::format("operation {} ({})", i, history.describe(history.operations[i]));
}

Complaint wrong_operations(const History& history, ObjectId object, const Order& order) {
  std::vector<bool> placed(history.size());
  for (const OperationIndex i : order) {
    if (i >= history.size())
      return fmt::format("the witness has operation {}, the history has {} operations", i, history.size());
    if (history.operations[i].object != object)
      return fmt::format("{} is of another object", name(history, i));
    if (placed[i]) return fmt::format("{} occurs twice", name(history, i));
    placed[i] = true;
  }
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    if (op.object == object && op.completed() && !placed[i])
      return fmt::format("{} is missing", name(history, i));
  }
  return std::nullopt;
}

Complaint wrong_precedence(const History& history, const Order& order) {
  std::optional<OperationIndex> latest;  // by call: enough if intervals say what precedes
  for (std::size_t k = 0; k < order.size(); ++k) {
    const OperationIndex i = order[k];
    const auto inverted = [&](OperationIndex earlier) { return history.precedes(i, earlier); };
    std::optional<OperationIndex> wrong;
    if (!history.order) {
      if (latest && inverted(*latest)) wrong = latest;
      if (!latest || history.operations[i].call > history.operations[*latest].call) latest = i;
    } else if (const auto at = std::ranges::find_if(order.begin(),
                                                    order.begin() + static_cast<std::ptrdiff_t>(k), inverted);
               at != order.begin() + static_cast<std::ptrdiff_t>(k)) {
      wrong = *at;
    }
    if (wrong)
      return fmt::format("{} comes after {}, which it precedes", name(history, i), name(history, *wrong));
  }
  return std::nullopt;
}

// Follows the set of all states that the object may be in.
Complaint wrong_results(const History& history, const Spec& spec, const Order& order) {
  constexpr std::size_t kMany = 4096;
  const auto space = spec.open();
  std::vector<StateId> possible = {StateSpace::initial()};
  for (const OperationIndex i : order) {
    const std::vector<StateId> before =
        std::exchange(possible, states_after(*space, possible, history.operations[i]));
    if (possible.empty())
      return fmt::format("{} is not allowed in state {}", name(history, i), space->describe(before.front()));
    if (space->size() > kMany + 2 * possible.size()) space->forget_all_but(possible);
  }
  return std::nullopt;
}

Complaint too_far(const History& history, const QuasiBounds& bounds, const QuasiWitness& witness) {
  for (const QuasiGroup& group : bounds.groups) {
    for (const auto& [i, distance] : displacements(history, group, witness)) {
      if (std::abs(distance) > group.factor)
        return fmt::format("{} is {} places too {}, more than {}", name(history, i), std::abs(distance),
                           distance > 0 ? "late" : "early", group.factor);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> verify_quasi_witness(const History& history, const Spec& spec,
                                                const QuasiBounds& bounds, ObjectId object,
                                                const QuasiWitness& witness) {
  if (Complaint wrong = wrong_operations(history, object, witness.sequentialization)) return wrong;
  if (Complaint wrong = wrong_operations(history, object, witness.permutation)) return wrong;
  Order happened = witness.sequentialization, legal = witness.permutation;
  std::ranges::sort(happened), std::ranges::sort(legal);
  if (happened != legal) return "the two orders do not have the same pending operations";
  if (Complaint wrong = wrong_precedence(history, witness.sequentialization)) return wrong;
  if (Complaint wrong = wrong_results(history, spec, witness.permutation)) return wrong;
  return too_far(history, bounds, witness);
}

std::vector<Displacement> displacements(const History& history, const QuasiGroup& group,
                                        const QuasiWitness& witness) {
  absl::flat_hash_map<OperationIndex, std::int64_t> place;
  for (const OperationIndex i : witness.permutation) {
    if (group.has(history.operations[i].method)) place.emplace(i, std::ssize(place));
  }
  std::vector<Displacement> all;
  for (const OperationIndex i : witness.sequentialization) {
    if (group.has(history.operations[i].method)) all.push_back({i, place.at(i) - std::ssize(all)});
  }
  return all;
}

}  // namespace linnet
