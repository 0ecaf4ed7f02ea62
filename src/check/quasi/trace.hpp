// How the quasi search came to its configurations, so that a witness can be told.
//
// Each entry is the last step of some way: an operation appended to ρ'' or to ρ', and the entry that it was appended to. Ways that
// lead to the same configuration are alternatives of each other. For most objects one of them is as good as another; a
// stack can be one of many at the end of them (quasi_foresight.hpp), and each of these has come about by some of them alone.
#pragma once

#include <cstdint>
#include <vector>

#include "check/quasi/foresight.hpp"
#include "history/model/operation.hpp"
#include "verdict/quasi_witness.hpp"

namespace linnet {

class QuasiTrace {
 public:
  using Id = std::uint32_t;
  static constexpr Id kRoot = 0;

  // The way to what was reached from `parent`, with what is known there; `sequenced`: the operation was appended to ρ', not to
  // ρ''.
  Id append(Id parent, OperationIndex operation, bool sequenced, QuasiForesight::Outlook outlook);
  // Both lead to the same configuration.
  void add_alternative(Id way, Id other);
  // What is known at its end, with all alternatives. To be said before it is continued.
  void arrive(Id way, QuasiForesight::Outlook outlook) { entries_[way].outlook = outlook; }

  // The orders along some way that led there. REQUIRES: foresight if it replaces states; nullptr otherwise.
  QuasiWitness orders(Id way, const QuasiForesight* foresight) const;

 private:
  static constexpr OperationIndex kMostOperations = ~OperationIndex{0} >> 1;

  struct Entry {
    Id parent = kRoot, alternative = kRoot;
    OperationIndex operation : 31 = 0;
    OperationIndex sequenced : 1 = 0;
    QuasiForesight::Outlook outlook = 0;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(1);
};

}  // namespace linnet
