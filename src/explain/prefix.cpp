// Finds the shortest prefix of a history that is already a violation, and the operation whose return made it
// one.
//
// Linearizability is closed under prefixes: cut a linearization after the last operation that had returned by
// then; everything in it had been called, because operations that were called later come later. So "violates"
// goes from false to true once along the returns, and a binary search finds where.
//
//   enq(1) returns, enq(2) returns, deq() returns 2, deq() returns 1
//                                   ^ the prefix that ends here violates, one event less does not
//
// With an explicit order there are no moments to cut at. There a prefix is a down-closed set of operations
// that have returned; all others are pending in it, except those that come after every one of the set. A
// linearization of the whole, cut after the last operation of the set, is one of that prefix: pending
// operations may take effect, with any result. The sets are taken along the order of the history, which
// extends the explicit one.
#include "explain/steps.hpp"

#include <algorithm>

namespace linnet {

namespace {

// The prefix of an explicit order in which exactly `returned` have returned.
Prefix cut_by_order(const History& history, std::span<const OperationIndex> returned) {
  std::vector<bool> has_returned(history.size());
  for (const OperationIndex i : returned) has_returned[i] = true;
  Prefix prefix;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    const bool after_all = !has_returned[i] && std::ranges::all_of(returned, [&](OperationIndex d) {
      return history.precedes(d, i);
    });
    if (!after_all) prefix.operations.push_back(i);
  }
  prefix.history = history.select(prefix.operations);
  prefix.history.stuck = false;
  for (std::size_t k = 0; k < prefix.operations.size(); ++k) {
    if (!has_returned[prefix.operations[k]]) reopen(prefix.history.operations[k]);
  }
  return prefix;
}

Prefix cut_by_rank(const History& history, Rank end) {
  Prefix prefix{.history = prefix_of(history, end)};
  prefix.operations = prefix.history.indices();
  return prefix;
}

Prefix cut(const History& history, std::span<const OperationIndex> returned) {
  Prefix prefix = history.order ? cut_by_order(history, returned)
                                : cut_by_rank(history, history.operations[returned.back()].ret + 1);
  prefix.last = returned.back();
  return prefix;
}

void note_open(Prefix& prefix) {
  for (std::size_t k = 0; k < prefix.operations.size(); ++k) {
    if (!prefix.history.operations[k].completed()) prefix.open.push_back(prefix.operations[k]);
  }
}

bool violates_only_by_being_stuck(const History& history, Judge& judge) {
  if (!history.stuck) return false;
  History running = history;
  running.stuck = false;
  return !judge.violates(running);
}

// The number of operations that have returned when those in focus become a violation.
std::size_t returns_until(const History& history, const std::vector<OperationIndex>& focus, Judge& judge) {
  const Prefix alone = shortest_violating_prefix(history.select(focus), judge);
  const std::vector<OperationIndex> returns = history.returned();
  const auto last = std::ranges::find(returns, focus[*alone.last]);
  return static_cast<std::size_t>(last - returns.begin()) + 1;
}

}  // namespace

Prefix shortest_violating_prefix(const History& history, Judge& judge,
                                 const std::vector<OperationIndex>& focus) {
  const std::vector<OperationIndex> returns = history.returned();
  if (returns.empty() || violates_only_by_being_stuck(history, judge)) {
    // Before the end nothing was stuck, so a history that only the rule for stuck histories forbids has no
    // shorter prefix.
    Prefix all{.history = history, .operations = history.indices(), .shortest = !judge.take_doubt()};
    note_open(all);
    return all;
  }
  // Invariant: the prefix of `passing` returns is not known to violate, that of `violating` returns does.
  std::size_t passing = 0, violating = focus.empty() ? returns.size() : returns_until(history, focus, judge);
  Prefix shortest = cut(history, std::span(returns).first(violating));
  bool from_focus = !focus.empty();
  while (violating - passing > 1) {
    const std::size_t middle =
        std::exchange(from_focus, false) ? violating - 1 : passing + (violating - passing) / 2;
    Prefix candidate = cut(history, std::span(returns).first(middle));
    if (judge.violates(candidate.history)) {
      violating = middle;
      shortest = std::move(candidate);
    } else {
      passing = middle;
    }
  }
  shortest.shortest = !judge.take_doubt();
  note_open(shortest);
  return shortest;
}

}  // namespace linnet
