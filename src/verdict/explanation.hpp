// Why a history is a violation, in a form that reports can show without deciding anything again.
//
// All indices are into the whole history that was checked. Every claim here was proved; claims that could not
// be proved within the limits of explaining are left out or marked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "history/model/operation.hpp"

namespace linnet {

struct Explanation {
  // What is wrong, in one or two sentences that name the operations.
  std::string sentence;

  // The object or key that the violation is about, if the history was split: "object q1", "key \"x\"".
  std::string subject;

  // The shortest prefix of the history that is already a violation: it ends with the return of `last`.
  // Operations that had not returned by then are pending in that prefix, whatever they returned later: they
  // are in `open`. Absent: the whole history is wrong, because it is not allowed to be stuck.
  std::optional<OperationIndex> last;
  std::vector<OperationIndex> prefix;
  std::vector<OperationIndex> open;
  bool prefix_is_shortest = false;

  // A subset of the prefix that is a violation by itself, in call order. Nothing more can be removed from it
  // in the units that are sound for the specification.
  std::vector<OperationIndex> core;
  bool core_is_minimal = false;

  // The operation of the core that cannot be placed. Most often it is `last`. It is another one if the return
  // of `last` only showed that `last` did not make this one possible: a cas that failed in the end.
  std::optional<OperationIndex> culprit;

  // For weak models: what the culprit would have had to see to return its result, and what the model makes it
  // see. Both are empty if nothing that it could see explains its result.
  std::vector<OperationIndex> would_see, must_see;

  // A linearization of a part of the core that no returned operation can extend, with the state after each
  // operation. For each operation that could come next, it says why it cannot: what it returned and what it
  // would have had to return.
  struct Placed {
    OperationIndex operation;
    std::string state;
  };
  struct Blocked {
    OperationIndex operation;
    std::string reason;  // "it returned 2; here it would return 1", "it blocks here"
    // The operations that have to come before it and are not placed yet; if there are any, they are the
    // reason.
    std::vector<OperationIndex> waits_for;
  };
  struct Attempt {
    std::string initial_state;
    std::vector<Placed> placed;
    std::vector<Blocked> blocked;
  };
  // The best attempts, at most a few, the longest first, each with other operations or reasons.
  std::vector<Attempt> attempts;
  bool attempts_are_longest = false;  // proved: no linearization has more of the returned operations
};

}  // namespace linnet
