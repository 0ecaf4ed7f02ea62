// The answer of a checker of weak consistency, with its evidence.
//
// All indices are into the whole history that was checked.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "history/model/operation.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// A linearization, and for each of its operations which of the earlier ones it sees.
struct AbstractExecution {
  // Every completed operation of the history once, and those pending ones that took effect.
  std::vector<OperationIndex> lin;
  // By position in `lin`: the operations visible to that one, in the order of `lin`.
  std::vector<std::vector<OperationIndex>> visible;
};

struct WeakPass {
  AbstractExecution witness;  // empty unless asked for
};

// Everything except the sentence is empty unless evidence was asked for.
struct WeakViolation {
  std::string sentence;

  // The operation whose result no allowed visibility explains: the history up to its return is already a
  // violation, and would not be one if it had not returned.
  std::optional<OperationIndex> culprit;
  std::vector<OperationIndex> prefix;  // that history; operations that returned later are pending

  // What the culprit would have had to see if it alone were exempt from the model: in linearization order,
  // with that linearization. Absent if no visibility at all explains the result.
  struct Exempt {
    AbstractExecution execution;
    std::vector<OperationIndex> sees;
    std::vector<OperationIndex> must_see;  // by the model, in this execution
  };
  std::optional<Exempt> exempt;
};

using WeakVerdict = std::variant<WeakPass, WeakViolation, Unknown>;

struct WeakResult {
  WeakVerdict verdict;
  std::size_t parts = 1;             // objects and keys that were decided separately
  std::uint64_t configurations = 0;  // partial linearizations that the search visited
};

inline bool passed(const WeakResult& result) {
  return std::holds_alternative<WeakPass>(result.verdict);
}
inline bool violated(const WeakResult& result) {
  return std::holds_alternative<WeakViolation>(result.verdict);
}
inline bool unknown(const WeakResult& result) {
  return std::holds_alternative<Unknown>(result.verdict);
}

}  // namespace linnet
