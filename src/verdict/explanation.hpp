// Why a history is a violation, in a form that reports can show without deciding anything again.
//
// All indices are into the history that was checked, whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "history/operation.hpp"

namespace linnet {

struct Explanation {
  // What is wrong, in one or two sentences that name the operations.
  std::string sentence;

  // The object or key that the violation is about, where the history was split: "object q1", "key \"x\"".
  std::string subject;

  // The shortest prefix of the history that is a violation already: it ends with the return of `culprit`, the
  // operation that cannot be placed. Operations not returned by then are pending in that prefix.
  std::optional<OperationIndex> culprit;
  std::vector<OperationIndex> prefix;

  // A subset that is a violation by itself, from which nothing more can be taken away in the units that are
  // sound for the specification: in call order.
  std::vector<OperationIndex> core;

  // A longest linearization of the prefix without the culprit, with the state after each operation, and for
  // each operation that could come next why it cannot: what it returned and what it would have had to.
  struct Placed {
    OperationIndex operation;
    std::string state;
  };
  struct Blocked {
    OperationIndex operation;
    std::string reason;  // "returned 2; here it would return 1", "blocks here"
  };
  struct Attempt {
    std::string initial_state;
    std::vector<Placed> placed;
    std::vector<Blocked> blocked;
  };
  std::vector<Attempt> attempts;  // the best ones, at most a few
};

}  // namespace linnet
