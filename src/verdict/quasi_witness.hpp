// Why a history is quasi-linearizable: the order in which things happened, and the legal order close to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

// What the algorithm of the Round-Up paper visited before it had the answer, as counted in the paper's
// tables.
struct PaperEffort {
  std::uint64_t sequentializations = 0, permutations = 0;
};

// Both orders consist of the same operations of one object: all completed ones and some of the pending ones.
struct QuasiWitness {
  std::vector<OperationIndex> sequentialization;  // ρ': extends precedence
  std::vector<OperationIndex> permutation;        // ρ'': allowed by the specification
};

// The distance of an operation from its place: positive if ρ'' has it later than ρ'.
struct Displacement {
  OperationIndex operation;
  std::int64_t distance;
};

// The parts of a decision about quasi-linearizability that reports show.
struct QuasiEvidence {
  // For a pass there is one for each object; for a violation, that of the violating object, within larger
  // factors: the closest legal order that was found.
  std::vector<QuasiWitness> witnesses;

  struct Group {
    std::string methods;  // "enq+deq", "all methods"
    std::uint32_t factor = 0;
    std::vector<Displacement> displacements;  // in the witnesses, in the order of the operations' numbers
  };
  std::vector<Group> groups;

  // Those that the paper's algorithm visited; 0 for other algorithms.
  std::uint64_t sequentializations = 0, permutations = 0;
};

}  // namespace linnet
