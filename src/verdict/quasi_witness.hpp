// Why a history is quasi-linearizable: the order in which things happened, and the legal order close to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

// What the algorithm of the Round-Up paper went through before it knew the answer: what the paper's tables count.
struct PaperEffort {
  std::uint64_t sequentializations = 0, permutations = 0;
};

// Both orders consist of the same operations of one object: all completed ones and some of the pending ones.
struct QuasiWitness {
  std::vector<OperationIndex> sequentialization;  // ρ': extends precedence
  std::vector<OperationIndex> permutation;        // ρ'': allowed by the specification
};

// How far an operation is from its place: positive if ρ'' has it later than ρ'.
struct Displacement {
  OperationIndex operation;
  std::int64_t distance;
};

// What reports show of a decision about quasi-linearizability.
struct QuasiEvidence {
  // With a pass there is one for each object; with a violation, that of the object that violates, within larger factors: the
  // closest legal order that was found.
  std::vector<QuasiWitness> witnesses;

  struct Group {
    std::string methods;  // "enq+deq", "all methods"
    std::uint32_t factor = 0;
    std::vector<Displacement> displacements;  // in the witnesses, in the order of the operations' numbers
  };
  std::vector<Group> groups;

  // That the paper's algorithm went through; 0 for others.
  std::uint64_t sequentializations = 0, permutations = 0;
};

}  // namespace linnet
