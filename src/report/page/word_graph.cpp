// Collects the edges, then finds the first flaw: forks, orphans, cycles, values that no operation wrote.
#include "report/page/word_graph.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace linnet {

namespace {

using Indices = std::vector<OperationIndex>;
using Edge = WordGraph::Edge;

bool is_failure_edge(const Edge& edge) {
  return edge.word && edge.word->kind == WordEdge::Kind::fails;
}

void add_precedence(const History& history, const Indices& shown, std::vector<Edge>& edges) {
  for (const OperationIndex a : shown) {
    for (const OperationIndex b : shown) {
      if (precedes_directly(history, a, b, shown)) edges.push_back({a, b, std::nullopt});
    }
  }
}

bool mark_forks(std::vector<Edge>& edges) {
  bool found = false;
  const auto replaces = [](const Edge& edge) { return edge.word && edge.word->replaced; };
  for (Edge& a : edges) {
    if (!replaces(a)) continue;
    a.offending = std::ranges::any_of(edges, [&](const Edge& b) {
      return replaces(b) && b.to != a.to && b.word->location == a.word->location &&
             b.word->value == a.word->value;
    });
    found |= a.offending;
  }
  return found;
}

Indices orphans_of(const History& history, const Indices& shown, const std::vector<Edge>& edges) {
  Indices orphans;
  for (const OperationIndex i : shown) {
    const Operation& op = history.operations[i];
    if (history.method_name(op) != "mwcas" || !op.completed() || op.result == Value(true) ||
        op.result.is_array()) {
      continue;
    }
    const bool explained =
        std::ranges::any_of(edges, [i](const Edge& e) { return is_failure_edge(e) && e.to == i; });
    if (!explained) orphans.push_back(i);
  }
  return orphans;
}

// Removes operations that wait for nothing, again and again, and returns the rest. An operation waits for the
// sources of its incoming edges; for those that explain its failure, one that is removed is enough.
std::set<OperationIndex> knot_of(const Indices& shown, const std::vector<Edge>& edges) {
  std::set<OperationIndex> left(shown.begin(), shown.end());
  const auto waits = [&](OperationIndex i) {
    bool fails = false, explained = false;
    for (const Edge& edge : edges) {
      if (edge.to != i) continue;
      const bool gone = !edge.from || !left.contains(*edge.from);
      if (!is_failure_edge(edge) && !gone) return true;
      fails |= is_failure_edge(edge);
      explained |= is_failure_edge(edge) && gone;
    }
    return fails && !explained;
  };
  for (bool changed = true; changed;) {
    changed = std::erase_if(left, [&](OperationIndex i) { return !waits(i); }) > 0;
  }
  return left;
}

// The shortest way from `start` back to it, as positions of edges; empty if there is none.
std::vector<std::size_t> way_back(OperationIndex start, const std::vector<Edge>& edges,
                                  const std::set<OperationIndex>& within) {
  std::map<OperationIndex, std::size_t> came_by;
  Indices queue{start};
  for (std::size_t q = 0; q < queue.size() && !came_by.contains(start); ++q) {
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const Edge& edge = edges[e];
      if (edge.from == queue[q] && within.contains(edge.to) && came_by.try_emplace(edge.to, e).second)
        queue.push_back(edge.to);
    }
  }
  std::vector<std::size_t> way;
  if (!came_by.contains(start)) return way;
  for (OperationIndex at = start; way.empty() || at != start; at = *edges[way.back()].from)
    way.push_back(came_by.at(at));
  return way;
}

bool mark_shortest_cycle(const Indices& shown, std::vector<Edge>& edges) {
  const std::set<OperationIndex> knot = knot_of(shown, edges);
  std::vector<std::size_t> shortest;
  for (const OperationIndex start : knot) {
    const std::vector<std::size_t> way = way_back(start, edges, knot);
    if (!way.empty() && (shortest.empty() || way.size() < shortest.size())) shortest = way;
  }
  for (const std::size_t e : shortest) edges[e].offending = true;
  return !shortest.empty();
}

bool mark_values_from_nowhere(const History& history, std::vector<Edge>& edges) {
  const Value initial = history.header.initial.value_or(Value(0));
  bool found = false;
  for (Edge& edge : edges) {
    edge.offending = !edge.from && !is_failure_edge(edge) && edge.word->value != initial;
    found |= edge.offending;
  }
  return found;
}

}  // namespace

WordGraph word_graph(const History& history, const std::vector<OperationIndex>& shown) {
  WordGraph graph;
  for (const WordEdge& edge : word_edges(history, shown)) graph.edges.push_back({edge.from, edge.to, edge});
  graph.orphans = orphans_of(history, shown, graph.edges);
  if (mark_forks(graph.edges)) {
    graph.flaw = WordGraph::Flaw::fork;
  } else if (!graph.orphans.empty()) {
    graph.flaw = WordGraph::Flaw::orphan;
  }
  add_precedence(history, shown, graph.edges);
  if (graph.flaw != WordGraph::Flaw::none) return graph;
  if (mark_shortest_cycle(shown, graph.edges)) {
    graph.flaw = WordGraph::Flaw::cycle;
  } else if (mark_values_from_nowhere(history, graph.edges)) {
    graph.flaw = WordGraph::Flaw::value;
  }
  return graph;
}

}  // namespace linnet
