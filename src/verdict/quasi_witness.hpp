// Why a history is quasi-linearizable: the order in which things happened, and the legal order close to it.
#pragma once

#include <vector>

#include "history/operation.hpp"

namespace linnet {

// Both orders consist of the same operations of one object: all completed ones and some of the pending ones.
struct QuasiWitness {
  std::vector<OperationIndex> sequentialization;  // ρ': extends precedence
  std::vector<OperationIndex> permutation;        // ρ'': allowed by the specification
};

}  // namespace linnet
