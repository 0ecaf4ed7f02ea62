// find_missing_handover: who took what from whom, as a matching.
#include "check/linearizability/handovers.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "spec/handovers.hpp"

namespace linnet {

namespace {

using Item = std::vector<Value>;

struct Participants {
  std::vector<OperationIndex> givers, takers, lookers;
};

// By object and thing.
std::map<std::pair<std::uint32_t, Item>, Participants> participants_of(const History& history,
                                                                       const Spec& spec) {
  std::map<std::pair<std::uint32_t, Item>, Participants> all;
  for (const OperationIndex i : history.indices()) {
    const Operation& op = history.operations[i];
    if (auto item = given_by(spec, op.as_call(), op.required_result()))
      all[{op.object.value, *std::move(item)}].givers.push_back(i);
    if (!op.completed()) continue;
    if (auto item = taken_by(spec, op.as_call(), op.result)) {
      Participants& of_item = all[{op.object.value, *std::move(item)}];
      (leaves_to_others(spec, op.method) ? of_item.lookers : of_item.takers).push_back(i);
    }
  }
  return all;
}

// How often the operation is possible at the beginning, with its result: what the object starts with is given by nobody.
std::size_t there_at_first(const Spec& spec, const Operation& taker, std::size_t most) {
  const auto space = spec.open();
  StateId state = StateSpace::initial();
  std::size_t times = 0;
  for (std::vector<StateId> next; times < most; ++times, state = next.front()) {
    space->step(state, taker.as_call(), &taker.result, next);
    if (next.empty()) break;
  }
  return times;
}

// Gives each taker one that gave, another for each, as long as there are some that it can have.
class Matching {
 public:
  Matching(const Participants& of, std::span<const std::uint64_t> visible)
      : of_(of), visible_(visible), taken_(of.givers.size()) {}

  bool can_have(OperationIndex taker, std::size_t giver) const {
    return of_.givers[giver] != taker && (visible_[taker] >> of_.givers[giver] & 1) != 0;
  }
  bool serve(OperationIndex taker) {
    std::vector<bool> tried(of_.givers.size());
    return serve(taker, tried);
  }

 private:
  bool serve(OperationIndex taker, std::vector<bool>& tried) {
    for (std::size_t i = 0; i < of_.givers.size(); ++i) {
      if (tried[i] || !can_have(taker, i)) continue;
      tried[i] = true;
      if (taken_[i] && !serve(*taken_[i], tried)) continue;
      taken_[i] = taker;
      return true;
    }
    return false;
  }

  const Participants& of_;
  std::span<const std::uint64_t> visible_;
  std::vector<std::optional<OperationIndex>> taken_;
};

// One that it may have seen and does not happen after; nothing if there is none, so that results alone are wrong.
std::optional<MissingHandover> missing(const Participants& of, OperationIndex taker,
                                       std::span<const std::uint64_t> visible) {
  for (const OperationIndex giver : of.givers) {
    if (giver != taker && (visible[taker] >> giver & 1) == 0) return MissingHandover{giver, taker};
  }
  return std::nullopt;
}

std::optional<MissingHandover> find_missing(const History& history, const Spec& spec, const Participants& of,
                                            std::span<const std::uint64_t> visible) {
  Matching matching(of, visible);
  std::size_t left = 0;
  if (!of.takers.empty())
    left = there_at_first(spec, history.operations[of.takers.front()], of.takers.size());
  for (const OperationIndex taker : of.takers) {
    if (matching.serve(taker)) continue;
    if (left == 0) return missing(of, taker, visible);
    --left;
  }
  for (const OperationIndex looker : of.lookers) {
    std::size_t giver = 0;
    while (giver < of.givers.size() && !matching.can_have(looker, giver)) ++giver;
    if (giver < of.givers.size() || there_at_first(spec, history.operations[looker], 1) > 0) continue;
    return missing(of, looker, visible);
  }
  return std::nullopt;
}

}  // namespace

std::optional<MissingHandover> find_missing_handover(const History& history, const Spec& spec,
                                                     std::span<const std::uint64_t> visible) {
  for (const auto& [item, of] : participants_of(history, spec)) {
    if (const auto found = find_missing(history, spec, of, visible)) return found;
  }
  return std::nullopt;
}

Explanation explain_missing_handover(const History& history, const MissingHandover& missing) {
  const Operation &giver = history.operations[missing.giver], &taker = history.operations[missing.taker];
  const auto thread = [&](const Operation& op) { return history.words->threads[op.thread.value].to_json(); };
  Explanation explanation;
  explanation.sentence = fmt::format(
      "{} of thread {} does not happen after {} of thread {}: what was stored before {} may not be visible "
      "after the {}.",
      history.describe(taker), thread(taker), history.describe_call(giver), thread(giver),
      history.describe_call(giver), history.describe_call(taker));
  explanation.last = missing.taker;
  explanation.prefix = history.indices();
  explanation.core = {missing.giver, missing.taker};
  std::ranges::sort(explanation.core);
  return explanation;
}

}  // namespace linnet
