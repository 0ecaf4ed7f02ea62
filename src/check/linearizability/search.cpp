// Prepares a history for searches, runs one to its end, and races two.
#include "check/linearizability/search.hpp"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "check/linearizability/deque_foresight.hpp"
#include "check/linearizability/observation.hpp"
#include "history/model/lanes.hpp"

namespace linnet {

SearchHistory::SearchHistory(const History& history, const Spec& spec) {
  const Observations observations(history, spec);
  Lanes lanes;
  completed.reserve(history.size());
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const Operation& op = history.operations[i];
    SearchItem item{op.call, op.ret, classes.classify(op), 0, i, observations.only_looks(op)};
    if (op.completed()) {
      item.slot = history.order ? 0 : lanes.take(op);
      completed.push_back(item);
    } else {
      item.slot = static_cast<std::uint32_t>(pending.size());
      pending.push_back(item);
    }
  }
  slots = lanes.used();
}

namespace {

// What would have made it easy, if that is known.
std::string_view advice(const Question& question) {
  if (!is_container(builtin_object(question.spec)) || question.history.order) return "";
  absl::flat_hash_set<Value> added;
  for (const Operation& op : question.history.operations) {
    if (op.argument_count > 0 && !added.insert(op.args()[0]).second)
      return "; a history in which no value is added twice is decided faster";
  }
  return "";
}

}  // namespace

Unknown Search::out_of_budget(const Question& question) const {
  return {fmt::format("{} after {} configurations; the longest linearization had {} of {} operations{}",
                      question.budget.reason(), explored(), longest(), question.history.size(),
                      advice(question))};
}

SearchResult finish(Search& search) {
  constexpr std::size_t kSlice = 1 << 20;
  for (;;) {
    if (auto verdict = search.advance(kSlice)) return {std::move(*verdict), search.explored()};
  }
}

// The searches take turns, rather than run on two threads: the answer and its cost do not depend on the load
// of the machine, the slower search costs at most as much again, and other partitions have better uses for a
// second core. The depth-first search goes first, and long enough to go straight to the end, which it often
// does.
SearchResult race(const Question& question, const Search::Goal& goal, std::unique_ptr<Search> second) {
  const auto depth_first = start_wing_gong(question, goal);
  if (question.history.order) return finish(*depth_first);
  std::size_t slice = 4 * question.history.size() + 1000;
  if (auto verdict = depth_first->advance(slice)) return {std::move(*verdict), depth_first->explored()};
  if (second == nullptr) second = start_just_in_time(question, goal);
  for (;; slice *= 2) {
    for (Search* const search : {second.get(), depth_first.get()}) {
      if (auto verdict = search->advance(slice)) {
        return {std::move(*verdict), depth_first->explored() + second->explored()};
      }
    }
  }
}

namespace {

using Obstacle = std::optional<std::string>;

Obstacle none(const Question&) {
  return std::nullopt;
}

Obstacle needs_intervals(const Question& question) {
  if (!question.history.order) return std::nullopt;
  return "the order of the operations is not an interval order, so they have no calls and returns in time";
}

Obstacle needs_order_free_state(const Question& question) {
  using enum BuiltinObject;
  const BuiltinObject object = builtin_object(question.spec);
  if (object == counter) {
    for (const Operation& op : question.history.operations) {
      if (question.spec.method(op.method).name == "set")
        return "set(n) makes the counter depend on the order";
    }
  } else if (object != semaphore && object != BuiltinObject::set && object != bag && object != mutex &&
             object != pqueue) {
    return "the state of " + question.spec.name() + " may depend on the order of the operations";
  }
  return needs_intervals(question);
}

Verdict report(const Question& question, SearchResult result) {
  if (question.explored != nullptr) *question.explored += result.explored;
  return std::move(result.verdict);
}

Verdict decide_wing_gong(const Question& question) {
  return report(question, finish(*start_wing_gong(question)));
}
Verdict decide_just_in_time(const Question& question) {
  return report(question, finish(*start_just_in_time(question)));
}
// A depth-first search remembers a whole content at every step. In long stacks and priority queues that is too much. For deques with
// unique values nothing is better.
Verdict decide_race(const Question& question) {
  constexpr std::size_t kLong = 1000;
  const bool foreseen = DequeForesight::of(question.history, question.spec).has_value();
  auto contents = foreseen ? nullptr : start_content_search(question);
  if (contents != nullptr && question.history.size() > kLong) return report(question, finish(*contents));
  return report(question, race(question, Search::any_state, std::move(contents)));
}

}  // namespace

const Algorithm kWingGong{"wing-gong",
                          "depth-first search with a memory of configurations; any specification, any order",
                          none, decide_wing_gong};
const Algorithm kJustInTime{"just-in-time",
                            "breadth-first search along time; any specification, memory for few threads",
                            needs_intervals, decide_just_in_time};
const Algorithm kFrontier{"frontier",
                          "just-in-time search where the state does not depend on the order: O(k 2^k n)",
                          needs_order_free_state, decide_just_in_time};
const Algorithm kSearch{
    "search",
    "wing-gong in turns with contents or just-in-time, until one knows; any specification, any order", none,
    decide_race};

}  // namespace linnet
