// Tells which operations are before which, by paths of edges, while edges are added and removed.
//
// Operations that do not overlap are put into one lane, where each is before the next. So the operations
// before a given one are a prefix of every lane, and those after it are the rest from some place on: two
// numbers for each operation and lane. An edge changes few of them, since operations that do not overlap are
// ordered anyway.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "check/multiword/precedence_edges.hpp"
#include "history/model/history.hpp"
#include "history/model/lanes.hpp"

namespace linnet {

class Paths {
 public:
  struct Edge {
    OperationIndex from, to;
  };

  // Begins with precedence. REQUIRES: no explicit order.
  Paths(const History& history, const std::vector<bool>& present)
      : lane_(history.size()), place_(history.size()), next_(history.size()), previous_(history.size()) {
    Lanes lanes;
    for (OperationIndex i = 0; i < history.size(); ++i) {
      if (!present[i]) continue;
      lane_[i] = lanes.take(history.operations[i]);
      if (lane_[i] == sizes_.size()) sizes_.push_back(0);
      place_[i] = sizes_[lane_[i]]++;
    }
    before_.assign(history.size() * sizes_.size(), 0);
    after_.assign(history.size() * sizes_.size(), ~std::uint32_t{0});
    for_each_reduced_edge(history.operations, [&](OperationIndex a, OperationIndex b) {
      if (present[a] && present[b]) link({a, b});
    });
    // In the order of calls, so the operations that precede one have been processed before it.
    for (OperationIndex i = 0; i < history.size(); ++i) {
      for (const OperationIndex a : previous_[i]) note_before(i, a);
    }
    for (OperationIndex i = static_cast<OperationIndex>(history.size()); i-- > 0;) {
      for (const OperationIndex b : next_[i]) note_after(i, b);
    }
    keep();
  }

  std::uint32_t lanes() const { return static_cast<std::uint32_t>(sizes_.size()); }
  std::uint32_t lane(OperationIndex i) const { return lane_[i]; }
  std::uint32_t place(OperationIndex i) const { return place_[i]; }
  const std::vector<OperationIndex>& next(OperationIndex i) const { return next_[i]; }

  bool before(OperationIndex a, OperationIndex b) const { return place_[a] < count_before(b, lane_[a]); }
  // The number of operations of that lane that are before it, and the place of the first one there that is
  // after it.
  std::uint32_t count_before(OperationIndex i, std::uint32_t lane) const { return before_[at(i, lane)]; }
  std::uint32_t first_after(OperationIndex i, std::uint32_t lane) const { return after_[at(i, lane)]; }

  // Returns false if the edge closes a cycle. Calls changed(i) for each operation that has another one before
  // or after it now.
  template <class Changed>
  bool add(const Edge& edge, const Changed& changed) {
    if (edge.from == edge.to || before(edge.to, edge.from)) return false;
    if (before(edge.from, edge.to)) return true;
    link(edge);
    spread(
        edge.to, edge.from, next_, [this](OperationIndex b, OperationIndex a) { return note_before(b, a); },
        changed);
    spread(
        edge.from, edge.to, previous_,
        [this](OperationIndex a, OperationIndex b) { return note_after(a, b); }, changed);
    return true;
  }

  // Keeps the added edges for good, or removes all that were added since then.
  void keep() { trail_.clear(); }
  std::size_t now() const { return trail_.size(); }
  void go_back(std::size_t then) {
    for (; trail_.size() > then; trail_.pop_back()) {
      const Step& step = trail_.back();
      switch (step.what) {
        case Step::What::before: before_[step.where] = step.old; break;
        case Step::What::after: after_[step.where] = step.old; break;
        case Step::What::edge:
          next_[step.where].pop_back();
          previous_[step.old].pop_back();
          break;
      }
    }
  }

 private:
  struct Step {
    enum class What : std::uint8_t { before, after, edge } what;
    std::size_t where;  // for an edge: its start
    std::uint32_t old;  // for an edge: its end
  };

  std::size_t at(OperationIndex i, std::uint32_t lane) const { return std::size_t{i} * sizes_.size() + lane; }

  void link(const Edge& edge) {
    next_[edge.from].push_back(edge.to);
    previous_[edge.to].push_back(edge.from);
    trail_.push_back({Step::What::edge, edge.from, edge.to});
  }

  // What is known of `from` also holds for `to` and all operations that follow it.
  template <class Note, class Changed>
  static void spread(OperationIndex to, OperationIndex from,
                     const std::vector<std::vector<OperationIndex>>& onward, const Note& note,
                     const Changed& changed) {
    std::vector<std::pair<OperationIndex, OperationIndex>> open = {{to, from}};
    while (!open.empty()) {
      const auto [b, a] = open.back();
      open.pop_back();
      if (!note(b, a)) continue;
      changed(b);
      for (const OperationIndex c : onward[b]) open.emplace_back(c, b);
    }
  }

  // Returns whether that is new.
  bool note_before(OperationIndex b, OperationIndex a) {
    bool news = raise(at(b, lane_[a]), place_[a] + 1);
    for (std::uint32_t l = 0; l < sizes_.size(); ++l) news |= raise(at(b, l), before_[at(a, l)]);
    return news;
  }
  bool note_after(OperationIndex a, OperationIndex b) {
    bool news = lower(at(a, lane_[b]), place_[b]);
    for (std::uint32_t l = 0; l < sizes_.size(); ++l) news |= lower(at(a, l), after_[at(b, l)]);
    return news;
  }
  bool raise(std::size_t where, std::uint32_t to) {
    if (before_[where] >= to) return false;
    trail_.push_back({Step::What::before, where, std::exchange(before_[where], to)});
    return true;
  }
  bool lower(std::size_t where, std::uint32_t to) {
    if (after_[where] <= to) return false;
    trail_.push_back({Step::What::after, where, std::exchange(after_[where], to)});
    return true;
  }

  std::vector<std::uint32_t> lane_, place_;                   // by operation
  std::vector<std::uint32_t> sizes_;                          // by lane
  std::vector<std::vector<OperationIndex>> next_, previous_;  // the edges
  std::vector<std::uint32_t> before_, after_;                 // by operation, and within by lane
  std::vector<Step> trail_;
};

}  // namespace linnet
