// Nodes, then the edges of one relation after the other.
#include "report/text/dot_report.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/named.hpp"
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

constexpr Named<WordEdge::Kind> kRelations[] = {{WordEdge::Kind::reads_from, "rf "},
                                                {WordEdge::Kind::overwrites, "overwritten "},
                                                {WordEdge::Kind::fails, "fails at "}};

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
  void happens_before() {
    for (const OperationIndex a : shown_) {
      for (const OperationIndex b : shown_) {
        if (precedes_directly(history_, a, b, shown_)) edge(a, b, "hb", "color=gray, fontcolor=gray");
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
      const bool reads = edge.kind == WordEdge::Kind::reads_from;
      text_ += fmt::format("  {} -> o{} [label={}, {}]\n", from, edge.to,
                           quoted(std::string(name_in(kRelations, edge.kind)) + edge.location.to_json()),
                           reads ? "color=blue, fontcolor=blue" : "style=dashed, color=red, fontcolor=red");
    }
    if (initial) text_ += "  genesis [label=\"initially\", shape=ellipse]\n";
  }
  std::string finish(std::string_view title) const {
    return fmt::format("digraph execution {{\n  rankdir=LR\n  label={}\n  node [shape=box]\n{}}}\n",
                       quoted(title), text_);
  }

 private:
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
    if (report.spec == "mwcas" && pass->witness.visible.empty()) graph.words();
    return graph.finish(report.subject);
  }
  Graph graph(report.history, report.explanation->core);
  graph.nodes(report.explanation->culprit);
  graph.happens_before();
  if (report.spec == "mwcas") graph.words();
  return graph.finish(report.explanation->sentence);
}

}  // namespace linnet
