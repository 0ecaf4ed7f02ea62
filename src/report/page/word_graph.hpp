// The graph of a memory of words (specification mwcas) that cannot be ordered, with the reason why.
//
//   mwcas([x,y],[0,0],[1,1]) → true  |--|         The mwcas returned before the read was called, and the read
//   read([x,y]) → [1,0]                   |--|    found in y what the mwcas replaced: a cycle of two edges.
//
// Vertices are the operations of the core; edges are those of word_edges.hpp, and precedence, reduced.
// (OPODIS'19, section 4: a graph that cannot be ordered has a cycle, a fork or an orphan.)
#pragma once

#include <optional>
#include <vector>

#include "report/page/word_edges.hpp"

namespace linnet {

struct WordGraph {
  enum class Flaw : std::uint8_t {
    none,    // no flaw is visible in these operations
    cycle,   // operations that wait for each other
    fork,    // two operations that replaced the same word
    orphan,  // a failure, though nothing had replaced the value it expected
    value,   // a value that no operation wrote
  };
  // A relation between two operations, or between the initial state and an operation.
  struct Edge {
    std::optional<OperationIndex> from;
    OperationIndex to;
    std::optional<WordEdge> word;  // absent: `from` returned before `to` was called
    bool offending = false;        // part of the flaw
  };

  Flaw flaw = Flaw::none;
  std::vector<Edge> edges;
  std::vector<OperationIndex> orphans;
};

// REQUIRES: as word_edges; few operations, since all pairs are considered.
WordGraph word_graph(const History& history, const std::vector<OperationIndex>& shown);

}  // namespace linnet
