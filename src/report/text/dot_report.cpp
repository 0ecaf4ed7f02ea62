// Nodes, then the edges of one relation after the other.
#include "report/text/dot_report.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/page/word_edges.hpp"

namespace linnet {

namespace {

using Indices = std::vector<OperationIndex>;

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

class Graph {
 public:
  Graph(const History& history, Indices shown) : history_(history), shown_(std::move(shown)) {
    std::ranges::sort(shown_);
  }

  void nodes(std::optional<OperationIndex> culprit) {
    for (const OperationIndex i : shown_) {
      const Operation& op = history_.operations[i];
      const Value thread = history_.words->threads[op.thread.value];
      const std::string label =
          fmt::format("{}\nthread {}", history_.describe(op),
                      thread.is_text() ? std::string(thread.as_text()) : thread.to_json());
      text_ += fmt::format("  o{} [label={}{}]\n", i, quoted(label),
                           culprit == i ? ", color=red, penwidth=2" : "");
    }
  }
  void edge(OperationIndex from, OperationIndex to, std::string_view relation, std::string_view look) {
    text_ += fmt::format("  o{} -> o{} [label={}, {}]\n", from, to, relation, look);
  }
  // Those pairs that no third operation is between.
  void happens_before() {
    for (const OperationIndex a : shown_) {
      for (const OperationIndex b : shown_) {
        if (!history_.precedes(a, b)) continue;
        const bool between = std::ranges::any_of(
            shown_, [&](OperationIndex c) { return history_.precedes(a, c) && history_.precedes(c, b); });
        if (!between) edge(a, b, "hb", "color=gray, fontcolor=gray");
      }
    }
  }
  void execution(const Witness& witness) {
    for (std::size_t k = 1; k < witness.order.size(); ++k)
      edge(witness.order[k - 1], witness.order[k], "lin", "style=bold, weight=10");
    for (std::size_t k = 0; k < witness.visible.size(); ++k) {
      for (const OperationIndex seen : witness.visible[k])
        edge(seen, witness.order[k], "vis", "style=dashed, color=blue, fontcolor=blue, constraint=false");
    }
  }
  // For a memory of words.
  void words() {
    bool initial = false;
    for (const WordEdge& edge : word_edges(history_, shown_)) {
      initial |= !edge.from;
      const std::string from = edge.from ? fmt::format("o{}", *edge.from) : "genesis";
      text_ += fmt::format("  {} -> o{} [label={}, {}]\n", from, edge.to,
                           quoted(name_of(edge.kind) + edge.location.to_json()), look_of(edge.kind));
    }
    if (initial) text_ += "  genesis [label=\"initially\", shape=ellipse]\n";
  }
  std::string finish(std::string_view title) const {
    return fmt::format("digraph execution {{\n  rankdir=LR\n  label={}\n  node [shape=box]\n{}}}\n",
                       quoted(title), text_);
  }

 private:
  static std::string name_of(WordEdge::Kind kind) {
    switch (kind) {
      case WordEdge::Kind::reads_from: return "rf ";
      case WordEdge::Kind::overwrites: return "overwritten ";
      case WordEdge::Kind::fails: return "fails at ";
    }
    return "";
  }
  static std::string_view look_of(WordEdge::Kind kind) {
    switch (kind) {
      case WordEdge::Kind::reads_from: return "color=blue, fontcolor=blue";
      case WordEdge::Kind::overwrites:
      case WordEdge::Kind::fails: return "style=dashed, color=red, fontcolor=red";
    }
    return "";
  }

  const History& history_;
  Indices shown_;
  std::string text_;
};

}  // namespace

std::string to_dot(const CheckedHistory& report) {
  if (const Pass* pass = std::get_if<Pass>(&report.verdict)) {
    Graph graph(report.history, pass->witness.order);
    graph.nodes(std::nullopt);
    graph.happens_before();
    graph.execution(pass->witness);
    return graph.finish(report.subject);
  }
  Graph graph(report.history, report.explanation->core);
  graph.nodes(report.explanation->culprit);
  graph.happens_before();
  if (report.spec == "mwcas") graph.words();
  return graph.finish(report.explanation->sentence);
}

}  // namespace linnet
