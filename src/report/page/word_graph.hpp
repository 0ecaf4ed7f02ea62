// The graph of a memory of words (specification mwcas) that cannot be ordered, with what is in the way.
//
//   mwcas([x,y],[0,0],[1,1]) → true  |--|           the mwcas returned before the read was called, and the read found in y
//   read([x,y]) → [1,0]                   |--|      what the mwcas replaced: a cycle of two edges
//
// Vertices are the operations of the core; edges are those of word_edges.hpp, and precedence, reduced. (OPODIS'19,
// section 4: what cannot be ordered has a cycle, a fork or an orphan.)
#pragma once

#include <optional>
#include <vector>

#include "report/page/word_edges.hpp"

namespace linnet {

struct WordGraph {
  enum class Flaw : std::uint8_t {
    none,    // none that is seen in these operations
    cycle,   // operations that wait for each other
    fork,    // two operations that replaced the same word
    orphan,  // a failure, though nothing had replaced what it expected
    value,   // a word that nothing wrote
  };
  // A relation between two operations, or between the beginning and one.
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

// REQUIRES: as word_edges; few operations, since all pairs are looked at.
WordGraph word_graph(const History& history, const std::vector<OperationIndex>& shown);

}  // namespace linnet
