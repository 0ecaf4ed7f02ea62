// A guess at the order in which values were added to a queue or a stack, where each value is added once.
//
// The order in which two elements go in decides the order in which they come out, perhaps a hundred thousand
// operations later. A search that goes position by position would have to carry both orders along, for every
// pair: too many to remember. But both ends are in the history: the guess is the order that moves additions
// and removals least, half of the distance each. It is a guess: a search that follows it and fails has shown
// nothing.
//
// Example (queue): enq(1), enq(2), and much later deq() → 2, deq() → 1, all neighbours of each other. Either
// order of the enq will do, at a displacement of 1. With ten other operations between the two deq, only
// enq(2), enq(1) will, and that is the guess.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "history/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

class QuasiGuide {
 public:
  // nullopt: another specification, or a value is added twice.
  static std::optional<QuasiGuide> find(const History& history, const Spec& spec);

  // Whether both are additions, and `first` should take effect before `second`.
  bool prefers(OperationIndex first, OperationIndex second) const;

 private:
  static constexpr std::int64_t kNotAnAddition = -1;

  bool lifo_ = false;
  // Of each addition: the middle of its interval and of its removal's, both in ranks.
  struct Life {
    std::int64_t added = kNotAnAddition, removed = 0;
  };
  std::vector<Life> lives_;
};

}  // namespace linnet
