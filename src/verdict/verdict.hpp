// The answer of a checker: pass, violation or unknown, each with its evidence.
//
// A verdict is a promise. A pass comes with a witness if one was asked for, and a violation with how far the
// search got. Everything else (a limit, a case that no algorithm covers) is unknown, with the reason.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

// A linearization: every completed operation of the history once, and those pending ones that took effect.
struct Witness {
  std::vector<OperationIndex> order;
  // With a weak model, by position in `order`: the operations visible to that one, in that order. Otherwise
  // empty.
  std::vector<std::vector<OperationIndex>> visible = {};
};

struct Pass {
  Witness witness;  // empty unless asked for
};

struct Violation {
  // The longest linearizations of a part of the history that no further operation can extend; empty if the
  // algorithm does not search.
  std::vector<std::vector<OperationIndex>> longest;
  // The operations whose mere presence is inconsistent, if the algorithm knows them; otherwise empty.
  std::vector<OperationIndex> suspects;
  // Says in one sentence what is wrong, if the algorithm can say more than "no order explains it".
  std::string sentence;
};

struct Unknown {
  std::string reason;
};

using Verdict = std::variant<Pass, Violation, Unknown>;

inline bool passed(const Verdict& v) {
  return std::holds_alternative<Pass>(v);
}
inline bool violated(const Verdict& v) {
  return std::holds_alternative<Violation>(v);
}
inline bool unknown(const Verdict& v) {
  return std::holds_alternative<Unknown>(v);
}

}  // namespace linnet
