// Finds which operations only look: in whatever state they are allowed, they leave it as it was.
//
// A search may place such an operation at the first moment at which it is allowed and never reconsider: an
// order that has it later can be changed to have it now, because nothing in between notices. That turns most
// of the branching of a typical history into none.
//
//   yes   read() → 3; cas(1, 2) → false; add(7) → false; deq() → null
//   no    write(3) where the value is 3 already: later, it would not be
#pragma once

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

class Observations {
 public:
  // Looks once at the whole history: deq() → null is an observation only if null was never enqueued.
  Observations(const History& history, const Spec& spec);

  bool only_looks(const Operation& op) const;

 private:
  bool unchanging_result(const Operation& op) const;

  const Spec& spec_;
  bool null_is_empty_ = true;  // null was never an argument
};

}  // namespace linnet
