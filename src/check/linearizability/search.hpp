// Declares searches for a linearization that can be stopped and resumed, and the form of a history that they
// use.
//
// Searches race: the first one with an answer ends the race, and it is not known beforehand which one that
// will be. So each is an object that is advanced by a given number of configurations at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "check/linearizability/algorithm.hpp"
#include "check/linearizability/transitions.hpp"

namespace linnet {

// One operation as a search sees it.
struct SearchItem {
  Rank call, ret;
  ClassId of;
  // Operations that run at the same time have different slots below SearchHistory::slots. The slot of a
  // pending operation is its number among the pending ones.
  std::uint32_t slot;
  OperationIndex index;  // in the history
  bool only_looks;
};

// REQUIRES: one object; crashed operations count as pending.
struct SearchHistory {
  SearchHistory(const History& history, const Spec& spec);

  std::vector<SearchItem> completed, pending;  // in the order of calls
  OperationClasses classes;
  std::size_t slots = 0;
};

class Search {
 public:
  // Called with the final state of every linearization found; if it returns true, the search ends with a
  // pass.
  using Goal = std::function<bool(StateSpace&, StateId)>;
  static bool any_state(StateSpace&, StateId) { return true; }

  virtual ~Search() = default;
  // Visits up to about `configurations` more. Returns the verdict, once there is one.
  virtual std::optional<Verdict> advance(std::size_t configurations) = 0;
  virtual std::size_t explored() const = 0;  // configurations so far
  virtual std::size_t longest() const = 0;   // operations in the longest partial linearization so far

  // The verdict when the budget is spent.
  Unknown out_of_budget(const Question& question) const;
};

// REQUIRES: the question is about one object; the just-in-time search needs an interval order.
std::unique_ptr<Search> start_wing_gong(const Question& question, Search::Goal goal = Search::any_state);
std::unique_ptr<Search> start_just_in_time(const Question& question, Search::Goal goal = Search::any_state);
// For stacks, deques and priority queues; null if it has an obstacle. It begins with `width` sets of running operations at a time,
// and looks closer at `window` events.
std::unique_ptr<Search> start_content_search(const Question& question, std::size_t width = 8,
                                             std::size_t window = 16);

struct SearchResult {
  Verdict verdict;
  std::size_t explored = 0;
};
// Advances a search, or two in turns, until one has a verdict. The second one is just-in-time unless another is given.
SearchResult finish(Search& search);
SearchResult race(const Question& question, const Search::Goal& goal = Search::any_state,
                  std::unique_ptr<Search> second = nullptr);

}  // namespace linnet
