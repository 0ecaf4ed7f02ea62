// Generates models and histories that the tests of weak consistency try.
#include "weak_histories.hpp"

#include <algorithm>
#include <numeric>

namespace linnet::testing {

namespace {

// Whether operation i may belong to thread t: earlier operations of t do not overlap it.
bool fits(const History& history, OperationIndex i, std::uint32_t t) {
  for (OperationIndex a = 0; a < i; ++a) {
    const bool ordered = history.precedes(a, i) || history.precedes(i, a);
    if (history.operations[a].thread == ThreadId(t) && !ordered) return false;
  }
  return true;
}

// Gives operation i to each thread that it may belong to, and to a new one.
void assign(History& history, OperationIndex i, std::uint32_t threads,
            const std::function<void(const History&)>& visit) {
  if (i == history.size()) {
    visit(history);
    return;
  }
  for (std::uint32_t t = 0; t <= threads; ++t) {
    if (!fits(history, i, t)) continue;
    history.operations[i].thread = ThreadId(t);
    assign(history, i + 1, std::max(threads, t + 1), visit);
  }
}

void shuffle_threads(Random& rng, History& history) {
  for (OperationIndex i = 0; i < history.size(); ++i) {
    std::vector<std::uint32_t> fitting = {1000 + i};
    for (std::uint32_t t = 0; t < 4; ++t) {
      if (fits(history, i, t)) fitting.push_back(t);
    }
    history.operations[i].thread = ThreadId(fitting[below(rng, fitting.size())]);
  }
}

}  // namespace

const std::vector<TriedModel>& tried_models() {
  static const std::vector<TriedModel> models = [] {
    std::vector<TriedModel> all;
    for (const NamedModel& m : named_models()) all.push_back({std::string(m.name), WeakModel::named(m.name)});
    for (const char* text :
         {"vis >= hb.vis", "vis >= vis.hb; vis >= po", "vis >= lin.po", "vis >= vis.vis", "vis >= lin.vis",
          "vis >= vis.lin", "vis >= po.lin", "vis >= hb.hb; vis >= po.vis", "vis >= vis.lin.vis",
          "vis >= po.lin.vis", "vis >= lin.vis.po", "vis >= vis.vis.vis; vis >= vis.hb", "vis >= lin.lin",
          "vis >= hb.lin.po; lin >= vis.vis"}) {
      all.push_back({text, WeakModel::parse(text)});
    }
    return all;
  }();
  return models;
}

void for_each_assignment_of_threads(const History& history,
                                    const std::function<void(const History&)>& visit) {
  History copy = history;
  assign(copy, 0, 0, visit);
}

History random_labels(Random& rng, const Spec& spec, std::size_t operations) {
  const Alphabet& alphabet = alphabet_of(spec.name());
  std::vector<std::uint32_t> events(2 * operations);  // 2 i: call of i; 2 i + 1: its return
  std::iota(events.begin(), events.end(), 0);
  const std::size_t disorder = 1 + below(rng, 3);
  for (std::size_t k = 0; k < disorder * operations; ++k) {
    const std::size_t at = below(rng, events.size() - 1);
    if (events[at] / 2 != events[at + 1] / 2) std::swap(events[at], events[at + 1]);
  }
  History history = random_history(rng, spec, Shape{.operations = 0});
  history.operations.resize(operations);
  for (Operation& op : history.operations) {
    const auto& entry = alphabet.entries[below(rng, alphabet.entries.size())];
    set_call(op, spec.find(entry.method, entry.args.size()).value(), entry.args);
    op.status = below(rng, 8) == 0 ? Operation::Status::pending : Operation::Status::completed;
    if (op.completed()) op.result = entry.results[below(rng, entry.results.size())];
  }
  for (Rank rank = 0; rank < events.size(); ++rank) {
    Operation& op = history.operations[events[rank] / 2];
    if (events[rank] % 2 == 0) op.call = rank;
    if (events[rank] % 2 == 1 && op.completed()) op.ret = rank;
  }
  std::ranges::sort(history.operations, {}, &Operation::call);
  shuffle_threads(rng, history);
  return history;
}

History random_ordered_threads(Random& rng, const Spec& spec, const Shape& shape) {
  History history = random_partial_order_history(rng, spec, shape);
  shuffle_threads(rng, history);
  return history;
}

}  // namespace linnet::testing
