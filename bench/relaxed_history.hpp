// Long histories of relaxed queues, stacks and priority queues, quasi-linearizable by construction.
//
// A legal run of the object is drawn (values unique), its operations are moved by at most the factor, and
// each is given an interval around its place: threads take turns at random, calls and returns fall anywhere
// between the places of a thread's neighbouring operations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet::bench {

struct RelaxedShape {
  std::size_t operations = 1000;
  std::size_t threads = 8;
  std::uint32_t factor = 4;
  double adds = 0.5;   // the share of additions
  double moved = 0.2;  // the share of operations that are moved
};

// `add` and `remove` are the names of methods of `spec`.
inline History relaxed_history(const Spec& spec, const std::string& add, const std::string& remove,
                               const RelaxedShape& shape, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  const auto unit = [&rng] { return std::uniform_real_distribution<>(0, 1)(rng); };
  const auto space = spec.open();
  std::vector<StateId> state = {StateSpace::initial()};
  std::vector<StateSpace::Outcome> outcomes;
  std::vector<Operation> legal;
  for (std::size_t i = 0; i < shape.operations; ++i) {
    Operation op;
    const bool adds = unit() < shape.adds;
    op.method = spec.find(adds ? add : remove, adds ? 1 : 0).value();
    op.argument_count = adds ? 1 : 0;
    // An odd factor: distinct values in no particular order.
    if (adds) op.argument = Value(static_cast<std::uint32_t>((i + 1) * 0x9E3779B1u));
    space->outcomes(state[0], op.as_call(), outcomes);
    const StateSpace::Outcome& outcome = outcomes[rng() % outcomes.size()];
    op.result = outcome.result;
    state[0] = outcome.state;
    if (space->size() > 1000) space->forget_all_but(state);
    legal.push_back(op);
  }

  // Sorting by i + u with u in [0, factor + 1) moves no operation by more than the factor.
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < legal.size(); ++i)
    order.emplace_back(static_cast<double>(i) + (unit() < shape.moved ? unit() : 0.5) * (shape.factor + 1),
                       i);
  std::ranges::sort(order);

  std::vector<std::vector<std::size_t>> places(shape.threads);
  for (std::size_t p = 0; p < order.size(); ++p) places[rng() % shape.threads].push_back(p);
  std::vector<std::pair<double, std::size_t>>
      events;  // 2 p: the call of the operation at p; 2 p + 1: its return
  for (std::size_t t = 0; t < shape.threads; ++t) {
    double free_since = -static_cast<double>(shape.threads);
    for (std::size_t k = 0; k < places[t].size(); ++k) {
      const std::size_t p = places[t][k];
      const auto here = static_cast<double>(p);
      const double next = k + 1 < places[t].size() ? static_cast<double>(places[t][k + 1]) : here + 1;
      legal[order[p].second].thread = ThreadId(t);
      events.emplace_back(free_since + unit() * (here - free_since), 2 * p);
      free_since = here + unit() * (next - here) * 0.9;
      events.emplace_back(free_since, 2 * p + 1);
    }
  }
  std::ranges::sort(events);
  for (Rank rank = 0; rank < events.size(); ++rank) {
    Operation& op = legal[order[events[rank].second / 2].second];
    (events[rank].second % 2 == 0 ? op.call : op.ret) = rank;
  }

  History history;
  auto words = std::make_shared<Vocabulary>();
  for (const Method& m : spec.methods()) words->methods.push_back(m.name);
  for (std::size_t t = 0; t < shape.threads; ++t) words->threads.emplace_back(t);
  words->objects.emplace_back();
  history.words = std::move(words);
  history.operations = std::move(legal);
  std::ranges::sort(history.operations, {}, &Operation::call);
  return history;
}

}  // namespace linnet::bench
