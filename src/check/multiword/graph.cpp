// Decides mwcas histories by their precedence graph, in O(n log n + C n + versions): OPODIS'19, sections 4
// and 5.
//
// Vertices are the operations that took effect; the genesis, which wrote the initial values, comes before all
// and needs no vertex. If each value is written once (mwcas_versions.hpp), every edge below is necessary:
//
//   happens-before   a precedes b: only those of the reduction (precedence_edges.hpp)
//   reads-from       a wrote a version that b read or overwrote
//   auxiliary        a read a version that b overwrote; a overwrote the version that b failed to find
//
//   mwcas([x],[0],[1]) → true  |--|                      reads-from: the mwcas before the second read;
//   read([x]) → [0]                  |--|                auxiliary:  the first read before the mwcas;
//   read([x]) → [1]                  |--|                happens-before: the mwcas before both: a cycle
//
// A mwcas that returned only false failed at some location: it comes after at least one of the operations
// that overwrote a value it expected. Such a vertex waits for all of its other predecessors and for one of
// these. All constraints say "after", so placing an operation never prevents another one, and placing free
// operations until none is left finds an order iff there is one: no search is needed for these either, which
// the paper leaves out.
//
// And every such order is a linearization: an overwritten version has one overwriter (two are a *fork*, found
// before), so the writers of a location follow each other as their versions do; a reader stands between its
// writer and its overwriter; a failure stands after an overwriter, and a version that is gone does not come
// back. If there is no order, there is a *cycle* or an *orphan*: a failure at versions that no operation
// overwrote.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "check/multiword/mwcas_versions.hpp"
#include "check/multiword/precedence_edges.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

enum class Precedence : std::uint8_t { reduced, all };

class MwcasGraph {
 public:
  MwcasGraph(const Question& question, Precedence precedence, std::span<const PartialOrder::Edge> waits = {})
      : question_(question), history_(question.history), versions_(question.history, question.spec) {
    if (versions_.violation()) return;
    const auto add = [this](OperationIndex a, OperationIndex b) {
      if (present(a) && present(b)) edges_.push_back({a, b});
    };
    if (precedence == Precedence::reduced) {
      for_each_reduced_edge(history_.operations, add);
    } else {
      for_each_precedence(history_.operations, add);
    }
    for (const auto& [first, second] : waits) add(first, second);
    for (OperationIndex i = 0; i < history_.size(); ++i) add_edges_by_versions(i);
    index_edges();
  }

  Verdict decide() {
    if (versions_.violation()) return *versions_.violation();
    if (orphan_ != kNone) return orphan();
    std::vector<OperationIndex> order = ordered();
    if (order.size() < vertices()) return cycle();
    Pass pass;
    if (question_.want_witness) pass.witness.order = std::move(order);
    return pass;
  }

 private:
  static constexpr OperationIndex kNone = MwcasVersions::kNobody;
  using Role = MwcasVersions::Role;
  using Version = MwcasVersions::Version;
  struct Edge {
    OperationIndex from, to;
  };

  bool present(OperationIndex i) const { return versions_.role(i) != Role::absent; }
  std::size_t vertices() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(history_.indices(), [&](OperationIndex i) { return present(i); }));
  }

  void add_edges_by_versions(OperationIndex i) {
    switch (versions_.role(i)) {
      case Role::absent:
      case Role::writes:  // an obstacle
      case Role::fails_freely: break;
      case Role::reads:
        versions_.for_each_read(i, [&](Value, const Version& version) {
          if (version.writer != kNone) edges_.push_back({version.writer, i});
          if (version.overwriter != kNone) edges_.push_back({i, version.overwriter});
        });
        break;
      case Role::overwrites:
        versions_.for_each_read(i, [&](Value, const Version& version) {
          if (version.writer != kNone) edges_.push_back({version.writer, i});
        });
        break;
      case Role::fails_at_one:
      case Role::fails: add_alternatives(i); break;
    }
  }

  void add_alternatives(OperationIndex i) {
    const std::size_t before = alternatives_.size();
    versions_.for_each_read(i, [&](Value, const Version& version) {
      if (version.overwriter != kNone) alternatives_.push_back({version.overwriter, i});
    });
    if (alternatives_.size() == before) orphan_ = i;
    if (alternatives_.size() == before + 1) {
      edges_.push_back(alternatives_.back());
      alternatives_.pop_back();
    }
  }

  void index_edges() {
    std::ranges::sort(alternatives_, {}, &Edge::from);
    missing_.assign(history_.size(), 0);
    for (const Edge& edge : edges_) ++missing_[edge.to];
    successors_ = Groups(history_.size(), edges_, &Edge::from, &Edge::to);
    edges_ = {};
    one_of_.assign(history_.size(), false);
    for (const Edge& edge : alternatives_) one_of_[edge.to] = true;
  }

  std::span<const Edge> alternatives(OperationIndex i) const {
    const auto range = std::ranges::equal_range(alternatives_, i, {}, &Edge::from);
    return {range.begin(), range.end()};
  }
  bool is_free(OperationIndex i) const { return missing_[i] == 0 && !one_of_[i]; }

  // A topological order, as far as there is one.
  std::vector<OperationIndex> ordered() {
    std::vector<OperationIndex> order;
    order.reserve(history_.size());
    placed_.assign(history_.size(), false);
    const auto place = [&](OperationIndex i) {
      if (placed_[i] || !is_free(i)) return;
      placed_[i] = true;
      order.push_back(i);
    };
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (present(i)) place(i);
    }
    for (std::size_t done = 0; done < order.size(); ++done) {
      for (const OperationIndex next : successors_[order[done]]) --missing_[next], place(next);
      for (const Edge& edge : alternatives(order[done])) one_of_[edge.to] = false, place(edge.to);
    }
    return order;
  }

  Violation orphan() const {
    const Operation& op = history_.operations[orphan_];
    const std::string where = versions_.role(orphan_) == Role::fails_at_one
                                  ? "nothing ever replaced the value it expected in " + op.result.to_json()
                                  : "nothing ever replaced any of the values it expected";
    return {{}, {orphan_}, fmt::format("{} failed, but {}", history_.describe(op), where)};
  }

  // Every remaining vertex waits for a remaining one, so going back leads into a cycle.
  Violation cycle() const {
    const std::vector<Edge> back = predecessors_left();
    std::vector<OperationIndex> path;
    std::vector<bool> passed(history_.size());
    for (OperationIndex i = back.front().to; !passed[i]; i = predecessor(back, i)) {
      passed[i] = true;
      path.push_back(i);
    }
    const auto again = std::ranges::find(path, predecessor(back, path.back()));
    std::vector<OperationIndex> found(again, path.end());
    std::ranges::reverse(found);
    shorten(found);
    std::ranges::rotate(found, std::ranges::min_element(found));
    std::string sentence = fmt::format("These {} operations wait for each other:", found.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      sentence += (k == 0 ? " " : "; ") + reason(found[k], found[(k + 1) % found.size()]);
    }
    return {{}, std::move(found), std::move(sentence)};
  }

  // For each remaining vertex, one edge that leads to it.
  std::vector<Edge> predecessors_left() const {
    std::vector<Edge> back;
    std::vector<bool> has(history_.size());
    const auto add = [&](OperationIndex from, OperationIndex to) {
      if (placed_[to] || has[to]) return;
      has[to] = true;
      back.push_back({from, to});
    };
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!present(i) || placed_[i]) continue;
      for (const OperationIndex next : successors_[i]) add(i, next);
      for (const Edge& edge : alternatives(i)) {
        if (one_of_[edge.to]) add(i, edge.to);
      }
    }
    std::ranges::sort(back, {}, &Edge::to);
    return back;
  }
  static OperationIndex predecessor(const std::vector<Edge>& back, OperationIndex i) {
    return std::ranges::lower_bound(back, i, {}, &Edge::to)->from;
  }

  // Replaces a cycle by the shortest one through one of its vertices, and tries as many vertices as the limit
  // allows.
  void shorten(std::vector<OperationIndex>& cycle) const {
    constexpr std::size_t kPatience = 2'000'000;  // edges
    std::size_t looked = 0;
    const std::vector<OperationIndex> starts = cycle;
    std::vector<OperationIndex> parent(history_.size(), kNone);
    for (const OperationIndex start : starts) {
      std::vector<OperationIndex> queue = {start};
      bool closed = false;
      for (std::size_t q = 0; q < queue.size() && !closed && looked < kPatience; ++q) {
        const auto visit = [&](OperationIndex next) {
          ++looked;
          if (next == start && !closed) {
            closed = true;
            note_if_shorter(queue[q], start, parent, cycle);
          }
          if (placed_[next] || next == start || parent[next] != kNone) return;
          parent[next] = queue[q];
          queue.push_back(next);
        };
        for (const OperationIndex next : successors_[queue[q]]) visit(next);
        for (const Edge& edge : alternatives(queue[q])) {
          if (one_of_[edge.to]) visit(edge.to);
        }
      }
      for (const OperationIndex i : queue) parent[i] = kNone;
    }
  }
  static void note_if_shorter(OperationIndex last, OperationIndex start,
                              const std::vector<OperationIndex>& parent, std::vector<OperationIndex>& cycle) {
    std::vector<OperationIndex> found = {last};
    while (found.back() != start) found.push_back(parent[found.back()]);
    std::ranges::reverse(found);
    if (found.size() < cycle.size()) cycle = std::move(found);
  }

  // Why a comes before b.
  std::string reason(OperationIndex a, OperationIndex b) const {
    const std::string first = history_.describe(history_.operations[a]);
    const std::string second = history_.describe(history_.operations[b]);
    if (history_.precedes(a, b)) return fmt::format("{} returned before {} was called", first, second);
    std::string text;
    if (versions_.role(b) == Role::reads || versions_.role(b) == Role::overwrites) {
      versions_.for_each_read(b, [&](Value location, const Version& version) {
        if (version.writer == a)
          text = fmt::format("{} wrote to {} what {} found there", first, location.to_json(), second);
      });
    }
    if (!text.empty()) return text;
    const bool fails = versions_.role(b) == Role::fails || versions_.role(b) == Role::fails_at_one;
    versions_.for_each_read(fails ? b : a, [&](Value location, const Version& version) {
      if (fails && version.overwriter == a) {
        text =
            fmt::format("{} replaced in {} what {} failed to find there", first, location.to_json(), second);
      } else if (!fails && version.overwriter == b) {
        text = fmt::format("{} found in {} what {} replaced", first, location.to_json(), second);
      }
    });
    if (text.empty()) text = fmt::format("{} was cut off before its thread called {}", first, second);
    return text;
  }

  const Question& question_;
  const History& history_;
  MwcasVersions versions_;
  std::vector<Edge> edges_;         // all that must hold; emptied when they are indexed
  std::vector<Edge> alternatives_;  // of those that lead to one vertex, one must hold
  OperationIndex orphan_ = kNone;
  Groups successors_;
  std::vector<std::uint32_t> missing_;  // predecessors that are not placed
  std::vector<bool> one_of_;            // it waits for one of its alternatives
  std::vector<bool> placed_;
};

std::optional<std::string> obstacle(const Question& question) {
  if (builtin_object(question.spec) != BuiltinObject::mwcas) return "it decides specification mwcas only";
  if (question.history.order) {
    return "the order of the operations is not an interval order, so they have no calls and returns in time";
  }
  return MwcasVersions(question.history, question.spec).obstacle();
}

Verdict decide(const Question& question, MwcasGraph graph) {
  if (question.budget.measure())
    return Unknown{question.budget.reason() + " while the graph was being built"};
  return graph.decide();
}

template <Precedence precedence>
Verdict decide_with(const Question& question) {
  return decide(question, MwcasGraph(question, precedence));
}

}  // namespace

Verdict decide_mwcas(const Question& question, std::span<const PartialOrder::Edge> waits) {
  return decide(question, MwcasGraph(question, Precedence::reduced, waits));
}

const Algorithm kMwcasGraph{"mwcas-graph",
                            "precedence graph of multi-word reads, swaps and compare-and-swaps: O(n log n)",
                            obstacle, decide_with<Precedence::reduced>};
const Algorithm kMwcasGraphNaive{"mwcas-naive-hb",
                                 "the same with all happens-before edges, as a baseline: O(n^2)", obstacle,
                                 decide_with<Precedence::all>};

}  // namespace linnet
